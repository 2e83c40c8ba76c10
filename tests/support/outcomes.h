// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_OUTCOMES_H_
#define BATON_TESTS_SUPPORT_OUTCOMES_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/pushback.h"
#include "baton/retry_advice.h"

namespace baton::support {

// An outcome with a fluent interface:
//
//   ServerSays(absl::StatusCode::kUnavailable).WithPushback(absl::Seconds(1))
struct Outcome : AttemptOutcome {
  Outcome WithPushback(absl::Duration wait) && {
    pushback = Pushback::After(wait);
    return std::move(*this);
  }
  Outcome WithPushbackNever() && {
    pushback = Pushback::Never();
    return std::move(*this);
  }
  Outcome WithRetryInfo(absl::Duration wait) && {
    retry_info_delay = wait;
    return std::move(*this);
  }
  Outcome WithReason(std::string reason) && {
    error_reason = std::move(reason);
    return std::move(*this);
  }
  Outcome WithAdvice(
      RetryAdvice::Verdict verdict,
      RetryAdvice::Reason reason = RetryAdvice::Reason::kUnspecified,
      absl::Duration delay = absl::ZeroDuration()) && {
    advice.emplace();
    advice->verdict = verdict;
    advice->reason = reason;
    advice->delay = delay;
    return std::move(*this);
  }
  Outcome NotProcessed() && {
    provably_not_processed = true;
    return std::move(*this);
  }
};

inline Outcome Ended(absl::StatusCode code, AttemptOrigin origin) {
  Outcome outcome;
  outcome.code = code;
  outcome.origin = origin;
  return outcome;
}

inline Outcome ServerSays(absl::StatusCode code) {
  return Ended(code, AttemptOrigin::kServer);
}
inline Outcome Ok() { return ServerSays(absl::StatusCode::kOk); }
// UNAVAILABLE from the server. The request may have been processed.
inline Outcome Unavailable() {
  return ServerSays(absl::StatusCode::kUnavailable);
}
// The connection broke while the request was in flight.
inline Outcome Broken() {
  return Ended(absl::StatusCode::kUnavailable, AttemptOrigin::kUnconfirmed);
}
// No connection was made.
inline Outcome NeverConnected() { return Broken().NotProcessed(); }
inline Outcome AttemptTimedOut() {
  return Ended(absl::StatusCode::kDeadlineExceeded,
               AttemptOrigin::kAttemptTimeout);
}
inline Outcome CallTimedOut() {
  return Ended(absl::StatusCode::kDeadlineExceeded,
               AttemptOrigin::kCallDeadline);
}
inline Outcome CancelledByCaller() {
  return Ended(absl::StatusCode::kCancelled, AttemptOrigin::kCancelled);
}

}  // namespace baton::support

#endif  // BATON_TESTS_SUPPORT_OUTCOMES_H_
