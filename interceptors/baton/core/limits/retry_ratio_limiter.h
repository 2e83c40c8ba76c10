// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_RETRY_RATIO_LIMITER_H_
#define BATON_CORE_LIMITS_RETRY_RATIO_LIMITER_H_

#include "absl/time/time.h"
#include "baton/core/limits/rolling_ratio.h"
#include "baton/monotonic_time.h"
#include "baton/policy/defaults.h"
#include "baton/server_options.h"

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
// RetryRatioLimiters has the limiters of a server. Thread-safe and lock-free.
class RetryRatioLimiter {
 public:
  explicit RetryRatioLimiter(const RetryRatioLimitOptions& options)
      : options_(options),
        requests_(options.window),
        retries_(options.window) {}

  // Records a request. `is_retry`: there was an earlier attempt of the same
  // call.
  void OnRequest(bool is_retry, MonotonicTime now) {
    requests_.Record(is_retry, now);
  }

  // Records the response to a request that was a retry. `succeeded`: it was
  // final for every client. Responses that no client would retry, and that are
  // not final either, must not be recorded.
  void OnRetryResponse(bool succeeded, MonotonicTime now) {
    retries_.Record(succeeded, now);
  }

  // Returns whether the server should answer failed requests with the
  // `retry-advice` "r=no,w=overload".
  bool TooManyRetries(MonotonicTime now) const;

 private:
  bool MostRetriesFail(const RollingRatio::Counts& retries) const;
  // Returns whether the latest retries succeed. While the server advises
  // against retries, some still arrive. They show when retries help again.
  bool RecentRetriesSucceed(MonotonicTime now) const;

  const RetryRatioLimitOptions options_;
  RollingRatio requests_;  // hits: retries
  RollingRatio retries_;   // hits: successful retries
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_RETRY_RATIO_LIMITER_H_
