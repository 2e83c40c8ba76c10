// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_ATTEMPT_ADMISSION_H_
#define BATON_CORE_DECISION_ATTEMPT_ADMISSION_H_

#include <optional>

#include "absl/time/time.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/limits/health_gate.h"
#include "baton/core/limits/process_budget.h"
#include "baton/monotonic_time.h"
#include "baton/policy/method_policy.h"
#include "baton/stop_reason.h"

namespace baton::core {

// What calls to one target share. Both are thread-safe and outlive the calls.
struct TargetState {
  ProcessBudget& budget;
  HealthGate& health;
};

// One more attempt that would be worth making.
struct AttemptRequest {
  int max_attempts;
  // It would start after this wait.
  absl::Duration delay;
  RetryCost cost;
  // Nobody will send it: say what would be, take nothing, and refuse what
  // would have been admitted as kObserveOnly.
  bool only_asked = false;
  // It would wait for a connection, though not to start later than this.
  MonotonicTime connect_by = MonotonicTime::InfiniteFuture();
};

// Would the next attempt be the first that a server sees?
bool IsFirstSent(const CallProgress& progress);

// The part of a decision that retries and hedges have in common: may this call
// have one more attempt? In this order: the request's grant, the attempts of
// the policy, the time left, the health of the target, the process budget.
// Returns the first refusal, or nullopt after it has paid from the budget and
// reserved the attempt in the grant; whoever then does not send it hands back
// both, and the probe if it is one.
//
// The first attempt that a server will see is no burden of retries: where none
// has been sent yet, health and budget are not asked and nothing is paid.
//
// The budget comes last, so that nothing is spent on an attempt that another
// rule refuses. In observe mode nothing is spent at all, and what would have
// been admitted is refused as kObserveOnly.
std::optional<StopReason> AdmitAttempt(const MethodPolicy& policy,
                                       const AttemptRequest& request,
                                       const TargetState& target,
                                       MonotonicTime now,
                                       CallProgress& progress);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_ATTEMPT_ADMISSION_H_
