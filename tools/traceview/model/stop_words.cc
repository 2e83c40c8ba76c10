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
    case StopReason::kConnectTimeout:
      return "The channel did not connect within deadline.connect_timeout.";
    case StopReason::kFirstAnswerTimeout:
      return "The server did not begin to respond within "
             "stream.first_answer_timeout.";
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

absl::string_view WhatToDo(StopReason reason) {
  switch (reason) {
    case StopReason::kSucceeded:
      return "Nothing to do.";
    case StopReason::kNotRetryable:
      return "Look at the error. If the code is transient for this method, add "
             "it to retry.classifier.retryable_codes.";
    case StopReason::kCancelled:
      return "Nothing to do. If the client gave up too early, look at its "
             "deadline.";
    case StopReason::kCommitted:
      return "Let the application resume the stream.";
    case StopReason::kReplayBufferFull:
      return "Raise the limit, or send less before the first response.";
    case StopReason::kNotIdempotent:
      return "If the method is idempotent, set idempotency in the policy or "
             "idempotency_level in the proto. Otherwise, use an idempotency "
             "key.";
    case StopReason::kServerAdvice:
      return "Read the key w of the advice: the callee has used all retries, "
             "or is overloaded.";
    case StopReason::kServerPushback:
      return "Look at the server for its reason. It does not use Baton, and "
             "sends none.";
    case StopReason::kAllRetriesStopped:
      return "When the incident is over, let retries run again.";
    case StopReason::kNoGrant:
      return "Look at the call of the caller that owns the retries.";
    case StopReason::kGrantExhausted:
      return "Look at the target, since all attempts failed. If max_attempts "
             "is above 3, also raise edge_grant.";
    case StopReason::kRetriesDisabled:
      return "If this call may be retried, raise retry.max_attempts, or remove "
             "CallOverrides::disable_retries.";
    case StopReason::kAttemptsExhausted:
      return "Look at the target, since all attempts failed.";
    case StopReason::kThrottledAttemptsExhausted:
      return "Look at the load of the target, and at its limit for this "
             "client.";
    case StopReason::kContentionAttemptsExhausted:
      return "Look for clients that change the same data. To try more often, "
             "raise retry.contention.max_attempts and edge_grant.";
    case StopReason::kNotEnoughTime:
      return "Look for the slow part of the call. If the server is as fast as "
             "it can be, set a longer deadline or a shorter wait.";
    case StopReason::kThrottledTimeExhausted:
      return "Look at the load of the target, and at its limit for this "
             "client. To try for longer, raise retry.throttled.max_time.";
    case StopReason::kContentionTimeExhausted:
      return "Look for clients that change the same data. To try for longer, "
             "raise retry.contention.max_time.";
    case StopReason::kNoConnection:
      return "Find out whether the target runs and can be reached. To wait "
             "longer, raise retry.max_connection_wait, or use wait-for-ready.";
    case StopReason::kConnectTimeout:
      return "Look at the network and at name resolution between client and "
             "target, and at the TLS handshakes of the target. No server "
             "received the request.";
    case StopReason::kFirstAnswerTimeout:
      return "Look at the handler of the stream. If it may be silent for "
             "longer, raise stream.first_answer_timeout.";
    case StopReason::kRetryBreakerOpen:
      return "Look at the method and its target. One success allows retries "
             "again.";
    case StopReason::kProcessBudgetExhausted:
      return "Look at the target, before you raise a limit.";
    case StopReason::kHedgeLoadLimit:
      return "Raise hedge.max_extra_load_ratio, or hedge later.";
    case StopReason::kNotOvertaken:
      return "Look at the latency of the target.";
    case StopReason::kTargetKeepsCancelledWork:
      return "Use Baton in all servers of the target.";
    case StopReason::kObserveOnly:
      return "If you agree with the decisions, set mode: ENFORCE.";
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
