// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_STOP_REASON_H_
#define BATON_STOP_REASON_H_

#include "baton/base/export.h"

#include "absl/strings/string_view.h"

namespace BATON_EXPORT baton {

// The reason why Baton made no further attempt for a call. ToString() returns
// the word that spans, metrics, reports and tests use for it.
// docs/stop-reasons.md explains each reason and how to react to it.
enum class StopReason {
  kSucceeded,          // the call succeeded
  kNotRetryable,       // the same request would fail again
  kCancelled,          // the call was cancelled
  kCommitted,          // the application has seen a part of the response
  kReplayBufferFull,   // Baton does not keep all sent messages
  kNotIdempotent,      // may have taken effect, and is not idempotent
  kServerAdvice,       // `retry-advice: r=no`
  kServerPushback,     // `grpc-retry-pushback-ms` forbids a retry
  kAllRetriesStopped,  // retries of the whole process are stopped
  kNoGrant,            // the call has no grant: its callers may retry
  kGrantExhausted,     // the grant of the request is exhausted
  kRetriesDisabled,    // the policy or the call allows one attempt
  kAttemptsExhausted,  // the maximum number of attempts was made
  kThrottledAttemptsExhausted,   // the maximum after throttling was made
  kContentionAttemptsExhausted,  // the maximum after contention was made
  kNotEnoughTime,                // the wait and one more attempt would not fit
  kThrottledTimeExhausted,       // the wait ends after the time for throttling
  kContentionTimeExhausted,      // the wait ends after the time for contention
  kNoConnection,        // no connection within the time that the policy allows
  kConnectTimeout,      // connecting took longer than `connect_timeout`
  kFirstAnswerTimeout,  // the server of a stream has sent nothing for too long
  kRetryBreakerOpen,    // the latest attempts of the method or target failed
  kProcessBudgetExhausted,  // the process budget of the target is exhausted
  kHedgeLoadLimit,          // hedges have reached their maximum load
  kNotOvertaken,            // late, but no attempt that started later is ready
  kTargetKeepsCancelledWork,  // late, but a second attempt would add work
  kObserveOnly,  // the policy only observes, and would have retried
};

inline constexpr StopReason kAllStopReasons[] = {
    StopReason::kSucceeded,
    StopReason::kNotRetryable,
    StopReason::kCancelled,
    StopReason::kCommitted,
    StopReason::kReplayBufferFull,
    StopReason::kNotIdempotent,
    StopReason::kServerAdvice,
    StopReason::kServerPushback,
    StopReason::kAllRetriesStopped,
    StopReason::kNoGrant,
    StopReason::kGrantExhausted,
    StopReason::kRetriesDisabled,
    StopReason::kAttemptsExhausted,
    StopReason::kThrottledAttemptsExhausted,
    StopReason::kContentionAttemptsExhausted,
    StopReason::kNotEnoughTime,
    StopReason::kThrottledTimeExhausted,
    StopReason::kContentionTimeExhausted,
    StopReason::kNoConnection,
    StopReason::kConnectTimeout,
    StopReason::kFirstAnswerTimeout,
    StopReason::kRetryBreakerOpen,
    StopReason::kProcessBudgetExhausted,
    StopReason::kHedgeLoadLimit,
    StopReason::kNotOvertaken,
    StopReason::kTargetKeepsCancelledWork,
    StopReason::kObserveOnly,
};

// Returns "succeeded", "not_retryable", "grant_exhausted", ... After a release,
// these words never change, because dashboards depend on them.
absl::string_view ToString(StopReason reason);

// Returns whether a rule prevented an attempt that might have succeeded. The
// metric `retry.suppressed` counts calls with these reasons.
bool IsSuppression(StopReason reason);

}  // namespace baton

#endif  // BATON_STOP_REASON_H_
