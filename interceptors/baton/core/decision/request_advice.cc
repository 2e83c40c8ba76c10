// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/request_advice.h"

#include "baton/pushback.h"

namespace baton::core {
namespace {

using Why = RetryAdvice::Why;

RetryAdvice No(Why why) {
  RetryAdvice advice;
  advice.verdict = RetryAdvice::Verdict::kNo;
  advice.why = why;
  return advice;
}

RetryAdvice VerdictOn(const RequestAnswer& answer) {
  if (answer.code == absl::StatusCode::kOk) return RetryAdvice();
  if (answer.refusal != RequestRefusal::kNone) return No(Why::kExpired);
  if (answer.from_application.verdict != RetryAdvice::Verdict::kOk) {
    return answer.from_application;
  }
  if (answer.objection.has_value()) return No(*answer.objection);
  if (answer.too_many_retries) return No(Why::kOverload);
  return RetryAdvice();
}

}  // namespace

std::optional<Why> ObjectionOf(StopReason reason, const AttemptOutcome& last) {
  if (reason == StopReason::kSucceeded) return std::nullopt;
  if (last.advice.has_value() &&
      last.advice->verdict == RetryAdvice::Verdict::kNo) {
    return last.advice->why == Why::kMalformed ? Why::kUnsaid
                                               : last.advice->why;
  }
  if (last.pushback.kind == Pushback::Kind::kNever) return Why::kUnsaid;
  switch (reason) {
    case StopReason::kGrantSpent:
    case StopReason::kAttemptsExhausted:
      return Why::kExhausted;
    case StopReason::kTargetUnhealthy:
    case StopReason::kProcessBudget:
      return Why::kOverload;
    default:
      return std::nullopt;
  }
}

std::optional<RetryAdvice> AdviseOn(const RequestAnswer& answer) {
  RetryAdvice advice = VerdictOn(answer);
  if (advice.verdict == RetryAdvice::Verdict::kOk &&
      !answer.sender_takes_part) {
    return std::nullopt;
  }
  advice.used = answer.used;
  return advice;
}

}  // namespace baton::core
