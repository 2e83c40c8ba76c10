// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/model/stop_words.h"

namespace baton::traceview {

absl::string_view InWords(core::StopReason reason) {
  switch (reason) {
    case core::StopReason::kSucceeded:
      return "The call succeeded.";
    case core::StopReason::kNotRetryable:
      return "The same request would fail the same way again.";
    case core::StopReason::kCancelled:
      return "Nobody was waiting for the answer any more.";
    case core::StopReason::kCommitted:
      return "The application had already seen a part of the answer.";
    case core::StopReason::kReplayBufferFull:
      return "More had been sent than is kept for sending again.";
    case core::StopReason::kNotIdempotent:
      return "The effect may have happened, and must not happen twice.";
    case core::StopReason::kServerAdvice:
      return "The server advised against another attempt.";
    case core::StopReason::kPushback:
      return "The server pushed back: do not retry.";
    case core::StopReason::kNoGrant:
      return "The retries of this request belong to a layer above.";
    case core::StopReason::kGrantSpent:
      return "The request's extra attempts have all been made.";
    case core::StopReason::kRetriesOff:
      return "The policy or the call allows one attempt only.";
    case core::StopReason::kAttemptsExhausted:
      return "All attempts that the policy allows were made.";
    case core::StopReason::kDeadline:
      return "A wait and a useful attempt would not fit the deadline.";
    case core::StopReason::kNoConnection:
      return "The target could not be reached for as long as calls wait.";
    case core::StopReason::kTargetUnhealthy:
      return "Retries to this target have not been helping.";
    case core::StopReason::kProcessBudget:
      return "This process has sent the target enough unhelpful retries.";
    case core::StopReason::kHedgeLoad:
      return "Hedges have had their share of the method's load.";
    case core::StopReason::kObserveOnly:
      return "It would have been retried; the policy only observes.";
  }
  return "";
}

std::optional<core::StopReason> ParseStopReason(absl::string_view word) {
  for (const core::StopReason reason : core::kAllStopReasons) {
    if (core::ToString(reason) == word) return reason;
  }
  return std::nullopt;
}

}  // namespace baton::traceview
