// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_TOKEN_BUCKET_H_
#define BATON_CORE_LIMITS_TOKEN_BUCKET_H_

#include "baton/base/export.h"

#include <atomic>
#include <cstdint>

#include "baton/monotonic_time.h"

namespace baton::core {

// A number of milli-tokens between zero and a capacity, with a slow refill.
// ProcessBudget and HedgeAllowance are based on it, and decide what a token
// costs. All numbers are integers, so that no rounding error changes a balance.
//
// Thread-safe and lock-free. 0 <= level <= capacity at every moment.
class BATON_EXPORT_PRIVATE TokenBucket {
 public:
  struct Options {
    int64_t capacity = 0;
    int64_t initial = 0;
    // Time alone adds `refill_per_second`, up to this level.
    int64_t refill_limit = 0;
    int64_t refill_per_second = 0;
  };

  TokenBucket(const Options& options, MonotonicTime now);

  // Takes `amount` if the level is at least `needed`, which is at least
  // `amount`. Otherwise returns false and changes nothing.
  bool TryTake(int64_t amount, int64_t needed, MonotonicTime now);

  // Adds `amount`, up to the capacity. If the bucket is full, only reads the
  // level. While most RPCs succeed, the bucket is full, so that the CPU cores
  // do not compete for the cache line of the level.
  void Add(int64_t amount);

  // Returns the level, including the refill that is due by `now`.
  int64_t Level(MonotonicTime now) const;

  int64_t capacity() const { return options_.capacity; }

 private:
  // Returns the milli-tokens that time has added between `since_ns` and
  // `now_ns`.
  int64_t Due(int64_t since_ns, int64_t now_ns) const;
  void Refill(MonotonicTime now);
  void AddUpTo(int64_t amount, int64_t limit);

  const Options options_;
  std::atomic<int64_t> level_;
  // The time until which the refill has been added to `level_`. In nanoseconds
  // since the origin of the clock.
  std::atomic<int64_t> refilled_until_ns_;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_TOKEN_BUCKET_H_
