// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_UNIT_RULES_H_
#define BATON_CORE_DECISION_UNIT_RULES_H_

#include <string>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "baton/attempt_outcome.h"
#include "baton/classifier.h"
#include "baton/deadline.h"
#include "baton/monotonic_time.h"

// Rules for a unit: a group of calls that is replayed as a whole. gRPC cannot
// roll back the calls that have succeeded. These rules decide whether a replay
// could do harm.
namespace baton::core {

// A call of a unit, after its end.
struct UnitMember {
  std::string method;  // "/shop.v1.Orders/Place"
  absl::StatusCode code = absl::StatusCode::kOk;
  // Whether the server may have executed the call: it succeeded, or its failure
  // does not exclude this.
  bool may_have_run = false;
  // Whether the call failed, and may still have taken effect.
  bool outcome_unknown = false;
  // Whether the call can run again without harm: its method is idempotent, or
  // it carries an idempotency key that stays the same.
  bool is_replayable = false;
  // The outcome of its attempt. Without an attempt only the code is set.
  AttemptOutcome outcome;
};

// Returns the first member that may have run and cannot run again. Returns
// nullptr if a replay of the unit is safe.
const UnitMember* MemberAgainstReplay(absl::Span<const UnitMember> members);

// Returns the last member that failed with `code`: the cause if the body of the
// unit failed with this code. Returns nullptr if there is none. The body then
// created the status itself.
const UnitMember* CauseOfFailure(absl::Span<const UnitMember> members,
                                 absl::StatusCode code);

// Returns whether a member failed and may still have taken effect.
bool HasUnknownOutcome(absl::Span<const UnitMember> members);

// Returns the outcome that decides about a replay. If the deadline of the
// member itself has passed, and the unit still has time, this was a timeout of
// one attempt of the unit.
AttemptOutcome OutcomeForUnit(const UnitMember& cause, Deadline unit,
                              MonotonicTime now);

// The step that follows a failed run of a unit.
enum class UnitStep {
  kFail,         // return the failure
  kFailUnknown,  // return the failure, and report an unknown outcome
  kVerify,       // ask the application whether the run took effect
  kReplay,       // a replay is safe, if the limits allow it
};

// Returns the step after a run that failed. `cause_class` is the class of the
// outcome of its cause, or kPermanent without a cause. `can_verify`: the
// application has a function that verifies the outcome.
UnitStep StepAfterFailure(absl::Span<const UnitMember> members,
                          OutcomeClass cause_class, bool can_verify);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_UNIT_RULES_H_
