// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_RETRY_RATIO_LIMITER_H_
#define BATON_CORE_LIMITS_RETRY_RATIO_LIMITER_H_

#include "absl/time/time.h"
#include "baton/core/limits/rolling_ratio.h"
#include "baton/monotonic_time.h"
#include "baton/policy/request_limit_options.h"

namespace baton::core {

// Limits the ratio of retries to first attempts on a server. A client knows
// only its own failures, while the server sees the retries of all clients. If
// there are too many retries and most of them fail, the server advises all
// clients to stop. If failures are independent of each other, there are also
// many retries, but most of them succeed. The server then permits them.
//
// When the server answers a failed request, the retry of this request has not
// arrived yet. The check therefore counts one more retry than the server has
// received.
//
// Each function gets the current options, which a reload of the policy may
// change. RetryRatioLimiters has the limiters of a server. Thread-safe and
// lock-free.
class RetryRatioLimiter {
 public:
  // Records a request. `is_retry`: there was an earlier attempt of the same
  // call.
  void OnRequest(const RetryRatioLimitOptions& options, bool is_retry,
                 MonotonicTime now) {
    requests_.Record(options.window, is_retry, now);
  }

  // Records the response to a request that was a retry. `succeeded`: it was
  // final for every client. Responses that no client would retry, and that are
  // not final either, must not be recorded.
  void OnRetryResponse(const RetryRatioLimitOptions& options, bool succeeded,
                       MonotonicTime now) {
    retries_.Record(options.window, succeeded, now);
  }

  // Returns whether the server should answer failed requests with the
  // `retry-advice` "r=no,w=overload".
  bool TooManyRetries(const RetryRatioLimitOptions& options,
                      MonotonicTime now) const;

 private:
  // Returns whether the latest retries succeed. While the server advises
  // against retries, some still arrive. They show when retries help again.
  bool RecentRetriesSucceed(const RetryRatioLimitOptions& options,
                            MonotonicTime now) const;

  RollingRatio requests_;  // hits: retries
  RollingRatio retries_;   // hits: successful retries
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_RETRY_RATIO_LIMITER_H_
