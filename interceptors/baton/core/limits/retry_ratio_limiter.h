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

// The server's view of a retry storm. A client sees only its own failures; the
// server sees how many of everybody's requests are repetitions, and tells
// clients to stop when that is too large and most of them are in vain. Where
// requests fail each by itself, there are many retries too, and all of them
// are worth while.
//
// A failed request is answered before it is sent again, so the retry that the
// answer permits is counted along with those that came.
//
// One per server. Thread-safe and lock-free.
class RetryShareGate {
 public:
  explicit RetryShareGate(const RetryShareOptions& options)
      : options_(options),
        requests_(options.window),
        retries_(options.window) {}

  // A request came in; `is_retry` if an attempt of the same call came before.
  void OnRequest(bool is_retry, MonotonicTime now) {
    requests_.Record(is_retry, now);
  }

  // A retry was answered.
  void OnRetryAnswered(bool succeeded, MonotonicTime now) {
    retries_.Record(succeeded, now);
  }

  // Should failures be answered with r=no, w=overload?
  bool TooManyRetries(MonotonicTime now) const;

 private:
  bool InVain(const RollingRatio::Counts& retries) const;
  // The few that a closed gate lets through show when the trouble has turned
  // into one in which retries help.
  bool HelpLately(MonotonicTime now) const;

  const RetryShareOptions options_;
  RollingRatio requests_;  // hits: retries
  RollingRatio retries_;   // hits: those that succeeded
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_RETRY_RATIO_LIMITER_H_
