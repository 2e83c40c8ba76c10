// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/attempt_admission.h"

namespace baton::core {
namespace {

bool FitsTime(const MethodPolicy& policy, absl::Duration delay,
              MonotonicTime now, const CallProgress& progress) {
  const Deadline last_start =
      Deadline::After(progress.started_at, policy.retry.max_retry_time);
  return last_start.Fits(now, delay) &&
         progress.deadline.Fits(now,
                                delay + policy.deadline.min_useful_attempt);
}

}  // namespace

std::optional<StopReason> AdmitAttempt(const MethodPolicy& policy,
                                       const AttemptRequest& request,
                                       const TargetState& target,
                                       MonotonicTime now,
                                       CallProgress& progress) {
  CallGrant& grant = progress.grant;
  if (!grant.CanStartAttempt()) {
    return grant.granted() == 0 ? StopReason::kNoGrant
                                : StopReason::kGrantSpent;
  }
  if (grant.attempts_admitted() + progress.unsent_attempts >=
      request.max_attempts) {
    return request.max_attempts <= 1 ? StopReason::kRetriesOff
                                     : StopReason::kAttemptsExhausted;
  }
  if (!FitsTime(policy, request.delay, now, progress)) {
    return StopReason::kDeadline;
  }
  const bool observe = policy.mode == Mode::kObserve;
  const bool healthy =
      observe ? target.health.WouldAllow(now) : target.health.Allow(now);
  if (!healthy) return StopReason::kTargetUnhealthy;
  if (observe) {
    return target.budget.CouldWithdraw(request.cost, now, progress.spending)
               ? StopReason::kObserveOnly
               : StopReason::kProcessBudget;
  }
  if (!target.budget.TryWithdraw(request.cost, now, progress.spending)) {
    return StopReason::kProcessBudget;
  }
  grant.ReserveAttempt();
  return std::nullopt;
}

}  // namespace baton::core
