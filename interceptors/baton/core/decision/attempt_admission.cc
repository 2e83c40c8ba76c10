// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/attempt_admission.h"

#include <algorithm>

namespace baton::core {
namespace {

bool FitsTime(const MethodPolicy& policy, absl::Duration delay,
              MonotonicTime now, const CallProgress& progress) {
  const Deadline last_start =
      Deadline::After(progress.started_at, policy.retry.max_retry_time);
  return last_start.Fits(now, delay) &&
         progress.deadline.Fits(now, delay + policy.deadline.min_attempt_time);
}

// Returns whether the policy allows a single attempt of any call. A class of
// failures that allows no retries does not disable them.
bool DisablesRetries(const AttemptRequest& request) {
  return request.max_attempts <= 1 &&
         request.attempts_reason == StopReason::kAttemptsExhausted;
}

}  // namespace

AttemptRequest RetryAfter(const RetryOptions& options,
                          OutcomeClass outcome_class, MonotonicTime now,
                          const CallProgress& progress) {
  AttemptRequest request{options.max_attempts, absl::ZeroDuration(),
                         RetryCost::kTransient};
  const ClassRetryOptions* own = options.OfClass(outcome_class);
  if (own == nullptr) return request;
  const bool throttled = outcome_class == OutcomeClass::kThrottled;
  if (own->max_attempts.has_value() && options.max_attempts > 1) {
    request.max_attempts = *own->max_attempts;
    request.attempts_reason = throttled
                                  ? StopReason::kThrottledAttemptsExhausted
                                  : StopReason::kContentionAttemptsExhausted;
  }
  request.start_by =
      progress.OfClass(outcome_class).failed_since.value_or(now) +
      own->max_time;
  request.time_reason = throttled ? StopReason::kThrottledTimeExhausted
                                  : StopReason::kContentionTimeExhausted;
  return request;
}

bool IsFirstSent(const CallProgress& progress) {
  return progress.grant.attempts_admitted() == 0;
}

absl::Duration LongestWait(const MethodPolicy& policy,
                           const AttemptRequest& request, MonotonicTime now,
                           const CallProgress& progress) {
  // An attempt must start before these two times, and not at them.
  const MonotonicTime too_late =
      std::min(progress.started_at + policy.retry.max_retry_time,
               progress.deadline.time() - policy.deadline.min_attempt_time);
  return std::min({too_late - absl::Nanoseconds(1) - now,
                   request.start_by - now,
                   // A timer may be late, and the attempt needs time.
                   progress.deadline.Remaining(now) / 2});
}

std::optional<StopReason> AdmitAttempt(const MethodPolicy& policy,
                                       const AttemptRequest& request,
                                       const TargetLimits& target,
                                       MonotonicTime now,
                                       CallProgress& progress) {
  if (progress.commitment == Commitment::kBufferFull) {
    return StopReason::kReplayBufferFull;
  }
  // A call that would make no retry in any case keeps its own reason.
  if (progress.retries_stopped && !DisablesRetries(request)) {
    return StopReason::kAllRetriesStopped;
  }
  CallGrant& grant = progress.grant;
  if (!grant.CanStartAttempt()) {
    // An operator who disabled retries must not look for a missing grant.
    if (DisablesRetries(request)) return StopReason::kRetriesDisabled;
    // The grant is forwarded because there was no time to spend it here.
    if (grant.use() == GrantUse::kForwardNoTime) {
      return StopReason::kNotEnoughTime;
    }
    return grant.granted() == 0 ? StopReason::kNoGrant
                                : StopReason::kGrantExhausted;
  }
  if (grant.attempts_admitted() + progress.unsent_attempts >=
      request.max_attempts) {
    return DisablesRetries(request) ? StopReason::kRetriesDisabled
                                    : request.attempts_reason;
  }
  if (!FitsTime(policy, request.delay, now, progress)) {
    return StopReason::kNotEnoughTime;
  }
  if (now + request.delay > request.start_by) return request.time_reason;
  if (now + request.delay > request.connect_by) {
    return StopReason::kNoConnection;
  }
  const bool observes = request.only_asked || policy.mode == Mode::kObserve;
  if (IsFirstSent(progress)) {
    if (observes) return StopReason::kObserveOnly;
    grant.ReserveAttempt();
    return std::nullopt;
  }
  if (!request.replaces_unsent && !target.breakers.AllowRetries(now)) {
    return StopReason::kRetryBreakerOpen;
  }
  if (observes) {
    return target.budget.CouldWithdraw(request.cost, now, progress.spending,
                                       target.account)
               ? StopReason::kObserveOnly
               : StopReason::kProcessBudgetExhausted;
  }
  if (!target.budget.TryWithdraw(request.cost, now, progress.spending,
                                 target.account)) {
    return StopReason::kProcessBudgetExhausted;
  }
  grant.ReserveAttempt();
  return std::nullopt;
}

}  // namespace baton::core
