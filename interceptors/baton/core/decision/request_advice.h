// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_REQUEST_ADVICE_H_
#define BATON_CORE_DECISION_REQUEST_ADVICE_H_

#include <optional>

#include "absl/status/status.h"
#include "baton/attempt_outcome.h"
#include "baton/request_report.h"
#include "baton/retry_advice.h"
#include "baton/stop_reason.h"

// The advice of a server on retrying a request that its handler has answered.
namespace baton::core {

// Returns why a caller should not repeat the handler's request, if the request
// fails because of this outgoing call. Returns nullopt if the call is no reason
// against a retry.
//
// `reason` is the stop reason of the call, and `last` is the outcome of its
// last attempt. There are three cases in which this function
// returns an objection:
//
// - The callee forbade a retry. The handler's server passes this on.
// - This service owned the retries, and the call has exhausted them. No caller
//   may start the retries again.
// - The health gate or the process budget of the target prevented a retry.
//
// A service without a grant has no objection of its own, because the retries
// belong to one of its callers. It still passes on that its callee objects.
std::optional<RetryAdvice::Reason> ObjectionOf(StopReason reason,
                                               const AttemptOutcome& last);

// The facts that the advice depends on.
struct ResponseFacts {
  absl::StatusCode code = absl::StatusCode::kOk;
  RequestRejection rejection = RequestRejection::kNone;
  // The advice of the application. Verdict kOk: none.
  RetryAdvice from_application;
  // The objection of an outgoing call that ended with the code of the response.
  std::optional<RetryAdvice::Reason> objection;
  // The result of RetryRatioLimiter::TooManyRetries().
  bool too_many_retries = false;
  // The used part of the request's grant. nullopt: not reported.
  std::optional<int> used;
  // Whether the request carried a `retry-budget` header. Its sender then reads
  // advice.
  bool sender_participates = false;
  // Whether the handler of this request would not have worked, had the request
  // been cancelled before.
  bool drops_cancelled_work = false;
};

// Returns the advice to send. nullopt: the response contains no advice.
//
// Only failures get advice against a retry. A participating sender always gets
// advice, with the used part of the grant and the capabilities. Other senders
// get advice only if it forbids or delays a retry.
std::optional<RetryAdvice> AdviseOn(const ResponseFacts& response);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_REQUEST_ADVICE_H_
