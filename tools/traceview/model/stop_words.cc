// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/model/stop_words.h"

namespace baton::traceview {

absl::string_view InWords(StopReason reason) {
  switch (reason) {
    case StopReason::kSucceeded:
      return "The call succeeded.";
    case StopReason::kNotRetryable:
      return "A repeated request would fail in the same way.";
    case StopReason::kCancelled:
      return "The call was cancelled, or the request it belongs to has ended.";
    case StopReason::kCommitted:
      return "The application had already received a part of the response.";
    case StopReason::kReplayBufferFull:
      return "The application sent more than the replay buffer can hold.";
    case StopReason::kNotIdempotent:
      return "The request may have taken effect, and is not idempotent.";
    case StopReason::kServerAdvice:
      return "The server advised against a retry (retry-advice).";
    case StopReason::kServerPushback:
      return "The server forbade a retry with a negative pushback.";
    case StopReason::kAllRetriesStopped:
      return "All retries of the process were stopped.";
    case StopReason::kNoGrant:
      return "This service has no grant: a caller owns the retries.";
    case StopReason::kGrantExhausted:
      return "All extra attempts of the request's grant have been made.";
    case StopReason::kRetriesDisabled:
      return "The policy or the call allows only one attempt.";
    case StopReason::kAttemptsExhausted:
      return "All attempts that the policy allows have been made.";
    case StopReason::kThrottledAttemptsExhausted:
      return "All attempts that the policy allows after throttling were made.";
    case StopReason::kContentionAttemptsExhausted:
      return "All attempts that the policy allows after contention were made.";
    case StopReason::kNotEnoughTime:
      return "The time before the deadline was too short for another attempt.";
    case StopReason::kThrottledTimeExhausted:
      return "The time that the policy allows after throttling was over.";
    case StopReason::kContentionTimeExhausted:
      return "The time that the policy allows after contention was over.";
    case StopReason::kNoConnection:
      return "The call waited for a connection to the target, and got none.";
    case StopReason::kRetryBreakerOpen:
      return "The latest attempts of the method or its target failed.";
    case StopReason::kProcessBudgetExhausted:
      return "Too many retries of this process did not help at this target.";
    case StopReason::kHedgeLoadLimit:
      return "The method's hedges have reached their limit of extra load.";
    case StopReason::kNotOvertaken:
      return "No attempt that started later has been answered already.";
    case StopReason::kTargetKeepsCancelledWork:
      return "The target has not announced that it drops cancelled work.";
    case StopReason::kObserveOnly:
      return "A retry was allowed, but the policy has mode OBSERVE.";
  }
  return "";
}

std::optional<StopReason> ParseStopReason(absl::string_view word) {
  for (const StopReason reason : kAllStopReasons) {
    if (ToString(reason) == word) return reason;
  }
  return std::nullopt;
}

}  // namespace baton::traceview
