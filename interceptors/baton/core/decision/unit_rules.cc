// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/unit_rules.h"

#include <algorithm>

#include "baton/core/decision/final_result.h"

namespace baton::core {

const UnitMember* MemberAgainstReplay(absl::Span<const UnitMember> members) {
  const auto found =
      std::find_if(members.begin(), members.end(), [](const UnitMember& one) {
        return one.may_have_run && !one.is_replayable;
      });
  return found == members.end() ? nullptr : &*found;
}

const UnitMember* CauseOfFailure(absl::Span<const UnitMember> members,
                                 absl::StatusCode code) {
  const auto found =
      std::find_if(members.rbegin(), members.rend(),
                   [&](const UnitMember& one) { return one.code == code; });
  return found == members.rend() ? nullptr : &*found;
}

bool HasUnknownOutcome(absl::Span<const UnitMember> members) {
  return std::any_of(members.begin(), members.end(),
                     [](const UnitMember& one) { return one.outcome_unknown; });
}

AttemptOutcome OutcomeForUnit(const UnitMember& cause, Deadline unit,
                              MonotonicTime now) {
  AttemptOutcome outcome = cause.outcome;
  if (outcome.origin == AttemptOrigin::kCallDeadline &&
      unit.Fits(now, absl::ZeroDuration())) {
    outcome.origin = AttemptOrigin::kAttemptTimeout;
  }
  return outcome;
}

UnitStep StepAfterFailure(absl::Span<const UnitMember> members,
                          OutcomeClass cause_class, bool can_verify) {
  const UnitStep if_unsure =
      can_verify ? UnitStep::kVerify : UnitStep::kFailUnknown;
  const bool is_retryable = IsRetryable(cause_class);
  const bool is_safe = MemberAgainstReplay(members) == nullptr;
  if (HasUnknownOutcome(members) && (!is_safe || !is_retryable)) {
    return if_unsure;
  }
  if (!is_retryable) return UnitStep::kFail;
  return is_safe ? UnitStep::kReplay : if_unsure;
}

}  // namespace baton::core
