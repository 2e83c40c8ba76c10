// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/model/stop_words.h"

namespace baton::traceview {

absl::string_view InWords(StopReason reason) {
  switch (reason) {
    case StopReason::kSucceeded:
      return "The call succeeded.";
    case StopReason::kNotRetryable:
      return "The same request would fail the same way again.";
    case StopReason::kCancelled:
      return "Nobody was waiting for the answer any more.";
    case StopReason::kCommitted:
      return "The application had already seen a part of the answer.";
    case StopReason::kReplayBufferFull:
      return "More had been sent than is kept for sending again.";
    case StopReason::kNotIdempotent:
      return "The effect may have happened, and must not happen twice.";
    case StopReason::kServerAdvice:
      return "The server advised against another attempt.";
    case StopReason::kPushback:
      return "The server pushed back: do not retry.";
    case StopReason::kNoGrant:
      return "The retries of this request belong to a layer above.";
    case StopReason::kGrantSpent:
      return "The request's extra attempts have all been made.";
    case StopReason::kRetriesOff:
      return "The policy or the call allows one attempt only.";
    case StopReason::kAttemptsExhausted:
      return "All attempts that the policy allows were made.";
    case StopReason::kDeadline:
      return "A wait and a useful attempt would not fit the deadline.";
    case StopReason::kNoConnection:
      return "The target could not be reached for as long as calls wait.";
    case StopReason::kTargetUnhealthy:
      return "Retries to this target have not been helping.";
    case StopReason::kProcessBudget:
      return "This process has sent the target enough unhelpful retries.";
    case StopReason::kHedgeLoad:
      return "Hedges have had their share of the method's load.";
    case StopReason::kObserveOnly:
      return "It would have been retried; the policy only observes.";
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
