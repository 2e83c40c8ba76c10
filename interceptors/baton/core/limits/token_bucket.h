// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_TOKEN_BUCKET_H_
#define BATON_CORE_LIMITS_TOKEN_BUCKET_H_

#include <atomic>
#include <cstdint>

#include "baton/monotonic_time.h"

namespace baton::core {

// A saturating count of milli-tokens with a slow refill. ProcessBudget and
// HedgeAllowance use it and hold the rules. All numbers are integers, so that
// rounding never changes a balance.
//
// Thread-safe and lock-free. 0 <= level <= capacity at every moment.
class TokenBucket {
 public:
  struct Options {
    int64_t capacity = 0;
    int64_t initial = 0;
    // Time alone refills the bucket up to this level, by `refill_per_second`.
    int64_t refill_limit = 0;
    int64_t refill_per_second = 0;
  };

  TokenBucket(const Options& options, MonotonicTime now);

  // Takes `amount` if the level is at least `needed` (>= amount). Otherwise
  // returns false and changes nothing.
  bool TryTake(int64_t amount, int64_t needed, MonotonicTime now);

  // Adds `amount`, up to the capacity. Only reads a full bucket. While most
  // calls succeed, many cores thus do not contend for its cache line.
  void Add(int64_t amount);

  // Returns the level, including the refill that is due by `now`.
  int64_t Level(MonotonicTime now) const;

  int64_t capacity() const { return options_.capacity; }

 private:
  // Returns the milli-tokens that are due for the time between `since_ns` and
  // `now_ns`.
  int64_t Due(int64_t since_ns, int64_t now_ns) const;
  void Refill(MonotonicTime now);
  void AddUpTo(int64_t amount, int64_t limit);

  const Options options_;
  std::atomic<int64_t> level_;
  // Elapsed time until this moment has been converted to tokens. In nanoseconds
  // since the origin of the clock.
  std::atomic<int64_t> refilled_until_ns_;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_TOKEN_BUCKET_H_
