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

// The limits that all calls to one target share. Both objects are thread-safe
// and outlive the calls.
struct TargetLimits {
  ProcessBudget& budget;
  HealthGate& health;
};

// The attempt that AdmitAttempt() decides on: a retry or a hedge.
struct AttemptRequest {
  int max_attempts;
  // The wait before the attempt.
  absl::Duration delay;
  RetryCost cost;
  // Dry run: AdmitAttempt() takes no token and no probe, and returns
  // kObserveOnly for an attempt that it would admit.
  bool only_asked = false;
  // The latest start of an attempt that waits for a connection.
  MonotonicTime connect_by = MonotonicTime::InfiniteFuture();
};

// Returns whether the next attempt would be the first that a server sees.
bool IsFirstSent(const CallProgress& progress);

// Decides whether a call may have one more attempt, for retries and for hedges.
// The checks run in this order: the grant of the request, the attempts of the
// policy, the time left, the connection wait, the health gate of the target,
// the process budget.
//
// Returns the first reason against the attempt. Returns nullopt if the attempt
// may start. In this case the function has withdrawn the cost from the process
// budget and has reserved the attempt in the grant. If the health gate is
// closed, it has also taken the probe. A caller that does not send the attempt
// must return the tokens, the reservation and the probe.
//
// If no earlier attempt of this call was sent, the next attempt is not a retry
// for the target. The function then skips the health gate and the process
// budget, and withdraws nothing.
//
// The process budget comes last, so that no attempt that another rule prevents
// costs tokens. In observe mode the function takes nothing. It returns
// kObserveOnly for an attempt that it would admit.
std::optional<StopReason> AdmitAttempt(const MethodPolicy& policy,
                                       const AttemptRequest& request,
                                       const TargetLimits& target,
                                       MonotonicTime now,
                                       CallProgress& progress);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_ATTEMPT_ADMISSION_H_
