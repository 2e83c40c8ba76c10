// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/request_advice.h"

#include "baton/core/decision/final_result.h"
#include "baton/pushback.h"

namespace baton::core {

std::optional<RetryAdvice> AdviceOfExternalServer(
    const std::optional<RetryAdvice>& advice) {
  if (!advice.has_value() || advice->verdict != RetryAdvice::Verdict::kNo) {
    return std::nullopt;
  }
  RetryAdvice believed;
  believed.verdict = RetryAdvice::Verdict::kNo;
  return believed;
}
namespace {

using Reason = RetryAdvice::Reason;

using Scope = RetryAdvice::Scope;

RetryAdvice No(Reason reason, Scope scope = Scope::kRequest) {
  RetryAdvice advice;
  advice.verdict = RetryAdvice::Verdict::kNo;
  advice.reason = reason;
  advice.scope = scope;
  return advice;
}

RetryAdvice VerdictOn(const ResponseFacts& response) {
  if (response.code == absl::StatusCode::kOk) return RetryAdvice();
  // gRPC discards the response to a cancelled request.
  if (response.rejection == RequestRejection::kCancelled) return RetryAdvice();
  if (response.rejection != RequestRejection::kNone) {
    return No(Reason::kExpired);
  }
  if (response.from_application.verdict != RetryAdvice::Verdict::kOk) {
    return response.from_application;
  }
  if (response.objection.has_value()) return No(*response.objection);
  // Another server of the service has counters of its own.
  if (response.too_many_retries) return No(Reason::kOverload, Scope::kServer);
  RetryAdvice advice;
  if (response.outcome_unknown) advice.reason = Reason::kAmbiguous;
  return advice;
}

}  // namespace

std::optional<Reason> ObjectionOf(StopReason reason,
                                  const AttemptOutcome& last) {
  if (reason == StopReason::kSucceeded) return std::nullopt;
  const bool forbidden = last.advice.has_value() &&
                         last.advice->verdict == RetryAdvice::Verdict::kNo;
  const bool only_one_server =
      forbidden && last.advice->scope == Scope::kServer;
  if (forbidden && (!only_one_server || reason == StopReason::kServerAdvice)) {
    return last.advice->reason == Reason::kMalformed ? Reason::kUnspecified
                                                     : last.advice->reason;
  }
  if (last.pushback.kind == Pushback::Kind::kNever && !only_one_server) {
    return Reason::kUnspecified;
  }
  switch (reason) {
    case StopReason::kGrantExhausted:
    case StopReason::kAttemptsExhausted:
    case StopReason::kThrottledAttemptsExhausted:
    case StopReason::kContentionAttemptsExhausted:
    case StopReason::kThrottledTimeExhausted:
    case StopReason::kContentionTimeExhausted:
      return Reason::kExhausted;
    case StopReason::kRetryBreakerOpen:
    case StopReason::kProcessBudgetExhausted:
      return Reason::kOverload;
    default:
      return std::nullopt;
  }
}

bool ExceedsRetryRatio(const RetryRatioLimitOptions& options,
                       RetryRatioLimiter& limiter, absl::StatusCode code,
                       bool is_retry, MonotonicTime now) {
  const bool is_retryable = IsRetryableResponse(code);
  if (is_retry && (is_retryable || IsFinalResponse(code))) {
    limiter.OnRetryResponse(options, /*succeeded=*/!is_retryable, now);
  }
  return is_retryable && limiter.TooManyRetries(options, now);
}

std::optional<RetryAdvice> AdviseOn(const ResponseFacts& response) {
  RetryAdvice advice = VerdictOn(response);
  if (advice.verdict == RetryAdvice::Verdict::kOk &&
      !response.sender_participates) {
    return std::nullopt;
  }
  if (!response.sender_is_trusted) {
    if (advice.reason != Reason::kAmbiguous) {
      advice.reason = Reason::kUnspecified;
    }
    return advice;
  }
  advice.used = response.used;
  advice.drops_cancelled_work =
      response.sender_participates && response.drops_cancelled_work;
  advice.honors_idempotency_keys =
      response.sender_participates && response.honors_idempotency_keys;
  return advice;
}

}  // namespace baton::core
