// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/traceview/model/stop_words.h"

namespace baton::traceview {

absl::string_view InWords(core::StopReason reason) {
  switch (reason) {
    case core::StopReason::kSucceeded:
      return "The call succeeded.";
    case core::StopReason::kNotRetryable:
      return "A repeated request would fail in the same way.";
    case core::StopReason::kCancelled:
      return "The call was cancelled, or the request it belongs to has ended.";
    case core::StopReason::kCommitted:
      return "The application had already received a part of the response.";
    case core::StopReason::kReplayBufferFull:
      return "The application sent more than the replay buffer can hold.";
    case core::StopReason::kNotIdempotent:
      return "The request may have taken effect, and is not idempotent.";
    case core::StopReason::kServerAdvice:
      return "The server advised against a retry (retry-advice).";
    case core::StopReason::kPushback:
      return "The server forbade a retry with a negative pushback.";
    case core::StopReason::kNoGrant:
      return "This service has no grant: a caller owns the retries.";
    case core::StopReason::kGrantSpent:
      return "All extra attempts of the request's grant have been made.";
    case core::StopReason::kRetriesOff:
      return "The policy or the call allows only one attempt.";
    case core::StopReason::kAttemptsExhausted:
      return "All attempts that the policy allows have been made.";
    case core::StopReason::kDeadline:
      return "The time before the deadline was too short for another attempt.";
    case core::StopReason::kNoConnection:
      return "The call waited for a connection to the target, and got none.";
    case core::StopReason::kTargetUnhealthy:
      return "Most recent retries to this target did not help.";
    case core::StopReason::kProcessBudget:
      return "Too many retries of this process did not help at this target.";
    case core::StopReason::kHedgeLoad:
      return "The method's hedges have reached their limit of extra load.";
    case core::StopReason::kObserveOnly:
      return "A retry was allowed, but the policy has mode OBSERVE.";
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
