// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_STOP_REASON_H_
#define BATON_CORE_STOP_REASON_H_

#include "absl/strings/string_view.h"

namespace baton::core {

// Why no further attempt was made. The one enum for it: the span attribute,
// the metric label, the word in the call report and the expectation of tests
// are ToString() of these. docs/stop-reasons.md says what to do about each.
enum class StopReason {
  kSucceeded,          // nothing left to do
  kNotRetryable,       // the same request would fail again
  kCancelled,          // nobody waits for the answer any more
  kCommitted,          // the application has seen a part of the answer
  kReplayBufferFull,   // too much was sent to be sent again
  kNotIdempotent,      // the effect may have happened, and must not twice
  kServerAdvice,       // `retry-advice: r=no`
  kPushback,           // `grpc-retry-pushback-ms` said never
  kNoGrant,            // the retries belong to a layer above
  kGrantSpent,         // the request's extra attempts have all been made
  kRetriesOff,         // the policy or the call allows one attempt
  kAttemptsExhausted,  // all attempts that the policy allows were made
  kDeadline,           // a wait and a useful attempt would not fit
  kNoConnection,       // there was none for as long as the policy waits
  kTargetUnhealthy,    // retries to this target have not been helping
  kProcessBudget,      // this process has sent it enough unhelpful retries
  kHedgeLoad,          // hedges have had their share of the load
  kObserveOnly,        // it would have been retried; the policy only observes
};

inline constexpr StopReason kAllStopReasons[] = {
    StopReason::kSucceeded,        StopReason::kNotRetryable,
    StopReason::kCancelled,        StopReason::kCommitted,
    StopReason::kReplayBufferFull, StopReason::kNotIdempotent,
    StopReason::kServerAdvice,     StopReason::kPushback,
    StopReason::kNoGrant,          StopReason::kGrantSpent,
    StopReason::kRetriesOff,       StopReason::kAttemptsExhausted,
    StopReason::kDeadline,         StopReason::kNoConnection,
    StopReason::kTargetUnhealthy,  StopReason::kProcessBudget,
    StopReason::kHedgeLoad,        StopReason::kObserveOnly,
};

// "succeeded", "not_retryable", "grant_spent", ... Never changes for a reason
// that has been released: dashboards are built on it.
absl::string_view ToString(StopReason reason);

// The call failed in a way that another attempt might have mended, and some
// rule forbade it. These are what the metric of suppressed retries counts.
bool IsSuppression(StopReason reason);

}  // namespace baton::core

#endif  // BATON_CORE_STOP_REASON_H_
