// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_STOP_REASON_H_
#define BATON_STOP_REASON_H_

#include "absl/strings/string_view.h"

namespace baton {

// The reason why no further attempt was made. The span attribute, the metric
// label, the call report and the tests all use ToString() of this enum.
// docs/stop-reasons.md explains what to do about each reason.
enum class StopReason {
  kSucceeded,          // the call succeeded
  kNotRetryable,       // the same request would fail again
  kCancelled,          // the call was cancelled
  kCommitted,          // the application has seen a part of the response
  kReplayBufferFull,   // more was sent than the replay buffer holds
  kNotIdempotent,      // it may have taken effect and must not run twice
  kServerAdvice,       // `retry-advice: r=no`
  kServerPushback,     // `grpc-retry-pushback-ms` forbids a retry
  kNoGrant,            // the retries belong to a service above
  kGrantExhausted,     // the grant of the request is exhausted
  kRetriesDisabled,    // the policy or the call allows one attempt
  kAttemptsExhausted,  // all attempts of the policy were made
  kNotEnoughTime,      // the wait and a useful attempt would not fit
  kNoConnection,       // no connection within the time that the policy allows
  kTargetUnhealthy,    // retries to this target have been unsuccessful
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
    StopReason::kNoGrant,
    StopReason::kGrantExhausted,
    StopReason::kRetriesDisabled,
    StopReason::kAttemptsExhausted,
    StopReason::kNotEnoughTime,
    StopReason::kNoConnection,
    StopReason::kTargetUnhealthy,
    StopReason::kProcessBudgetExhausted,
    StopReason::kHedgeLoadLimit,
    StopReason::kNotOvertaken,
    StopReason::kTargetKeepsCancelledWork,
    StopReason::kObserveOnly,
};

// Returns "succeeded", "not_retryable", "grant_exhausted", ... The word of a
// released reason never changes, because dashboards depend on it.
absl::string_view ToString(StopReason reason);

// Returns whether a rule suppressed an attempt that might have helped. The
// metric of suppressed retries counts these reasons.
bool IsSuppression(StopReason reason);

}  // namespace baton

#endif  // BATON_STOP_REASON_H_
