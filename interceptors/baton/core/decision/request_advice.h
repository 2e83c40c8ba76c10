// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_REQUEST_ADVICE_H_
#define BATON_CORE_DECISION_REQUEST_ADVICE_H_

#include <optional>

#include "absl/status/status.h"
#include "baton/attempt_outcome.h"
#include "baton/core/limits/retry_ratio_limiter.h"
#include "baton/monotonic_time.h"
#include "baton/request_report.h"
#include "baton/retry_advice.h"
#include "baton/stop_reason.h"

// The advice of a server about retrying a request. The server computes it when
// it sends the response.
namespace baton::core {

// Returns the reason why a client should not retry a request that fails because
// an outgoing call of its handler failed. Returns nullopt if the failed call is
// no such reason.
//
// `reason` is the stop reason of the outgoing call, and `last` is the outcome
// of its last attempt. The function returns an objection in three cases:
//
// - The callee forbade a retry. The server passes this on to its own client. If
//   the callee spoke only of itself, this holds only if the call could reach no
//   other server.
// - The call has exhausted the retries that this service could make. If a
//   caller retried the request, it would start these retries again.
// - A retry breaker or the process budget of the target prevented a retry.
//
// A call that never had a grant causes no objection, because the callers of
// this service own the retries. Its stop reason is kNoGrant.
std::optional<RetryAdvice::Reason> ObjectionOf(StopReason reason,
                                               const AttemptOutcome& last);

// Returns what a client believes of the advice of an external server: only that
// a retry should not be made. Returns nullopt for all other advice.
std::optional<RetryAdvice> AdviceOfExternalServer(
    const std::optional<RetryAdvice>& advice);

// The facts that the advice about a request depends on.
struct ResponseFacts {
  absl::StatusCode code = absl::StatusCode::kOk;
  RequestRejection rejection = RequestRejection::kNone;
  // The advice that the application gave by RequestScope. Verdict kOk: none.
  RetryAdvice from_application;
  // The objection of an outgoing call that ended with the same code as the
  // response. See ObjectionOf().
  std::optional<RetryAdvice::Reason> objection;
  // Whether an outgoing call that ended with the same code as the response may
  // have taken effect.
  bool outcome_unknown = false;
  // The result of ExceedsRetryRatio().
  bool too_many_retries = false;
  // The part of the request's grant that was used. nullopt: the server does not
  // report it.
  std::optional<int> used;
  // Whether the request carried a `retry-budget` header. If so, its sender also
  // reads advice.
  bool sender_participates = false;
  // Whether the server believes the header of the sender. Advice to another
  // sender shows nothing of the inner state of the service.
  bool sender_is_trusted = true;
  // Whether this server skips the handler of this method if a request is
  // cancelled before its handler starts.
  bool drops_cancelled_work = false;
  // Whether the server honors the keys of the method, with a shared store.
  bool honors_idempotency_keys = false;
};

// Records the response to a request at its retry ratio limiter. `is_retry`: see
// InboundGrant. Returns whether the server should advise against a retry
// because too many requests are retries. Only responses that a client may retry
// count as failures, and only they get this advice.
bool ExceedsRetryRatio(const RetryRatioLimitOptions& options,
                       RetryRatioLimiter& limiter, absl::StatusCode code,
                       bool is_retry, MonotonicTime now);

// Returns the advice to send with the response. nullopt: the server sends no
// advice.
//
// Only failures get advice against a retry. An unknown outcome of an outgoing
// call is no such advice: a caller may retry if its method permits it. The
// advice then only has the reason kAmbiguous. A participating sender always
// gets advice: it contains `used` and `drops_cancelled_work`. Other senders get
// advice only if it forbids or delays a retry. For senders that are not
// trusted, it has neither `used` nor a reason. Exception: the reason
// kAmbiguous, without which r=after would state that nothing was processed.
std::optional<RetryAdvice> AdviseOn(const ResponseFacts& response);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_REQUEST_ADVICE_H_
