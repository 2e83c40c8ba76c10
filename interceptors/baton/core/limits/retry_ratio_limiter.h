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

// Limits the ratio of retries on a server. A client sees only its own failures.
// The server sees the retries of all clients. If there are too many and most of
// them are unsuccessful, it tells the clients to stop. Independent failures
// cause many retries as well, but those are worthwhile.
//
// A failed request is answered before it is sent again. The retry that the
// response permits is therefore counted together with the received retries.
//
// One per server. Thread-safe and lock-free.
class RetryRatioLimiter {
 public:
  explicit RetryRatioLimiter(const RetryRatioLimitOptions& options)
      : options_(options),
        requests_(options.window),
        retries_(options.window) {}

  // Records a request. `is_retry` is true if there was an earlier attempt of
  // the same call.
  void OnRequest(bool is_retry, MonotonicTime now) {
    requests_.Record(is_retry, now);
  }

  // Records the response to a retry.
  void OnRetryResponse(bool succeeded, MonotonicTime now) {
    retries_.Record(succeeded, now);
  }

  // Returns whether failures should be answered with r=no, w=overload.
  bool TooManyRetries(MonotonicTime now) const;

 private:
  bool MostRetriesFail(const RollingRatio::Counts& retries) const;
  // Returns whether recent retries succeed. While the gate is closed, the few
  // retries that still arrive show when retries help again.
  bool RecentRetriesSucceed(MonotonicTime now) const;

  const RetryRatioLimitOptions options_;
  RollingRatio requests_;  // hits: retries
  RollingRatio retries_;   // hits: successful retries
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_RETRY_RATIO_LIMITER_H_
