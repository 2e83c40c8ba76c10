// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_HEDGE_ALLOWANCE_H_
#define BATON_CORE_LIMITS_HEDGE_ALLOWANCE_H_

#include <cstdint>

#include "baton/core/limits/token_bucket.h"
#include "baton/monotonic_time.h"

namespace baton::core {

// Keeps the hedges of a method below a ratio of its first attempts, whatever
// its latencies are. If a server becomes slow as a whole, every call looks
// worth a hedge.
//
// Starts with kBurst hedges and never holds more. One per method. Thread-safe
// and lock-free.
class HedgeAllowance {
 public:
  static constexpr int kBurst = 10;

  HedgeAllowance() : bucket_(Options(), MonotonicTime()) {}

  // Records a first attempt that was sent. Its call adds `ratio` hedges.
  void OnFirstAttempt(double ratio) {
    bucket_.Add(static_cast<int64_t>(ratio * kOneHedge));
  }

  // Takes one hedge. Returns false if none is left.
  bool TryTake(MonotonicTime now) {
    return bucket_.TryTake(kOneHedge, kOneHedge, now);
  }
  // Returns a hedge that another rule suppressed.
  void Return() { bucket_.Add(kOneHedge); }

 private:
  static constexpr int64_t kOneHedge = 1000;

  static TokenBucket::Options Options() {
    TokenBucket::Options options;
    options.capacity = kBurst * kOneHedge;
    options.initial = options.capacity;
    return options;
  }

  TokenBucket bucket_;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_HEDGE_ALLOWANCE_H_
