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

// Returns why the handler's request should not be retried if it fails because
// of this outgoing call. Returns nullopt if the call is no reason against a
// retry.
//
// `reason` is the stop reason of the call, and `last` is the outcome of its
// last attempt. There is a reason in three cases. The call is the owner and has
// exhausted its retries, so that no caller may start again. Its retries were
// unsuccessful. Or a callee forbade a retry, and this is passed on. A service
// without a grant has no objection, because the retries belong to a service
// above it.
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
};

// Returns the advice to send. nullopt: the response looks as without Baton.
//
// Only failures get advice against a retry. A participating sender always gets
// the used part of the grant. Other senders get only what stops their own
// retries.
std::optional<RetryAdvice> AdviseOn(const ResponseFacts& response);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_REQUEST_ADVICE_H_
