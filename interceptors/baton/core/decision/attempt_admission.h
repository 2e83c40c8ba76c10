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

// A further attempt that would be worth making.
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
// policy, the time left, the health gate of the target, the process budget.
//
// Returns the first reason against the attempt. Returns nullopt if the attempt
// may start. The cost is then withdrawn from the budget, and the attempt is
// reserved in the grant. A caller that does not send the attempt must return
// both, and also the probe if the attempt is one.
//
// If no server has seen an attempt of this call, the next attempt adds no load
// from retries. The function then skips the health gate and the budget, and
// withdraws nothing.
//
// The budget comes last, so that no token is spent on an attempt that another
// rule prevents. In observe mode the function takes nothing at all. It returns
// kObserveOnly for an attempt that it would admit.
std::optional<StopReason> AdmitAttempt(const MethodPolicy& policy,
                                       const AttemptRequest& request,
                                       const TargetLimits& target,
                                       MonotonicTime now,
                                       CallProgress& progress);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_ATTEMPT_ADMISSION_H_
