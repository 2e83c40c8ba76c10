// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/token_bucket.h"

#include <algorithm>

namespace baton::core {
namespace {

constexpr int64_t kNanosPerSecond = 1'000'000'000;

}  // namespace

TokenBucket::TokenBucket(const Options& options, MonotonicTime now)
    : options_(options),
      level_(std::clamp<int64_t>(options.initial, 0, options.capacity)),
      refilled_until_ns_(now.nanos()) {}

int64_t TokenBucket::Due(int64_t since_ns, int64_t now_ns) const {
  if (now_ns <= since_ns || options_.refill_per_second == 0) return 0;
  // No more can be due than a refill from empty. This bound keeps the product
  // below within 64 bits.
  const int64_t seconds = (now_ns - since_ns) / kNanosPerSecond;
  if (seconds > options_.refill_limit / options_.refill_per_second) {
    return options_.refill_limit;
  }
  const int64_t rest_ns = (now_ns - since_ns) % kNanosPerSecond;
  return seconds * options_.refill_per_second +
         rest_ns * options_.refill_per_second / kNanosPerSecond;
}

void TokenBucket::Refill(MonotonicTime now) {
  const int64_t now_ns = now.nanos();
  int64_t since_ns = refilled_until_ns_.load(std::memory_order_relaxed);
  const int64_t due = Due(since_ns, now_ns);
  if (due == 0) return;
  // Adds whole milli-tokens and keeps the time of the fraction for the next
  // refill. The thread that wins the exchange adds the tokens for all threads.
  const int64_t paid_until_ns =
      level_.load(std::memory_order_relaxed) >= options_.refill_limit ||
              due >= options_.refill_limit
          ? now_ns
          : since_ns + due * kNanosPerSecond / options_.refill_per_second;
  if (refilled_until_ns_.compare_exchange_strong(since_ns, paid_until_ns,
                                                 std::memory_order_relaxed)) {
    AddUpTo(due, options_.refill_limit);
  }
}

void TokenBucket::AddUpTo(int64_t amount, int64_t limit) {
  int64_t level = level_.load(std::memory_order_relaxed);
  while (level < limit) {
    const int64_t wanted = level + std::min(amount, limit - level);
    if (level_.compare_exchange_weak(level, wanted,
                                     std::memory_order_relaxed)) {
      return;
    }
  }
}

bool TokenBucket::TryTake(int64_t amount, int64_t needed, MonotonicTime now) {
  Refill(now);
  int64_t level = level_.load(std::memory_order_relaxed);
  while (level >= needed) {
    if (level_.compare_exchange_weak(level, level - amount,
                                     std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

void TokenBucket::Add(int64_t amount) { AddUpTo(amount, options_.capacity); }

int64_t TokenBucket::Level(MonotonicTime now) const {
  const int64_t level = level_.load(std::memory_order_relaxed);
  if (level >= options_.refill_limit) return level;
  const int64_t due =
      Due(refilled_until_ns_.load(std::memory_order_relaxed), now.nanos());
  return std::min(options_.refill_limit, level + due);
}

}  // namespace baton::core
