// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/stop_reason.h"

namespace baton {

absl::string_view ToString(StopReason reason) {
  switch (reason) {
    case StopReason::kSucceeded:
      return "succeeded";
    case StopReason::kNotRetryable:
      return "not_retryable";
    case StopReason::kCancelled:
      return "cancelled";
    case StopReason::kCommitted:
      return "committed";
    case StopReason::kReplayBufferFull:
      return "replay_buffer_full";
    case StopReason::kNotIdempotent:
      return "not_idempotent";
    case StopReason::kServerAdvice:
      return "server_advice";
    case StopReason::kServerPushback:
      return "server_pushback";
    case StopReason::kAllRetriesStopped:
      return "all_retries_stopped";
    case StopReason::kNoGrant:
      return "no_grant";
    case StopReason::kGrantExhausted:
      return "grant_exhausted";
    case StopReason::kRetriesDisabled:
      return "retries_disabled";
    case StopReason::kAttemptsExhausted:
      return "attempts_exhausted";
    case StopReason::kThrottledAttemptsExhausted:
      return "throttled_attempts_exhausted";
    case StopReason::kContentionAttemptsExhausted:
      return "contention_attempts_exhausted";
    case StopReason::kNotEnoughTime:
      return "not_enough_time";
    case StopReason::kThrottledTimeExhausted:
      return "throttled_time_exhausted";
    case StopReason::kContentionTimeExhausted:
      return "contention_time_exhausted";
    case StopReason::kNoConnection:
      return "no_connection";
    case StopReason::kConnectTimeout:
      return "connect_timeout";
    case StopReason::kFirstAnswerTimeout:
      return "first_answer_timeout";
    case StopReason::kRetryBreakerOpen:
      return "retry_breaker_open";
    case StopReason::kProcessBudgetExhausted:
      return "process_budget_exhausted";
    case StopReason::kHedgeLoadLimit:
      return "hedge_load_limit";
    case StopReason::kNotOvertaken:
      return "not_overtaken";
    case StopReason::kTargetKeepsCancelledWork:
      return "target_keeps_cancelled_work";
    case StopReason::kObserveOnly:
      return "observe_only";
  }
  return "not_retryable";
}

bool IsSuppression(StopReason reason) {
  return reason != StopReason::kSucceeded &&
         reason != StopReason::kNotRetryable &&
         reason != StopReason::kCancelled;
}

}  // namespace baton
