// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_HEDGE_ALLOWANCE_H_
#define BATON_CORE_LIMITS_HEDGE_ALLOWANCE_H_

#include <cstdint>

#include "baton/core/limits/token_bucket.h"
#include "baton/monotonic_time.h"

namespace baton::core {

// Keeps the hedges of a method below a share of its first attempts, whatever
// its latencies do: a server that becomes slow as a whole makes every call look
// like one worth hedging.
//
// Starts with, and never holds more than, kBurst hedges. Thread-safe and
// lock-free.
class HedgeAllowance {
 public:
  static constexpr int kBurst = 10;

  HedgeAllowance() : bucket_(Options(), MonotonicTime()) {}

  // A first attempt was sent, of a call that may have `ratio` hedges for each.
  void OnFirstAttempt(double ratio) {
    bucket_.Add(static_cast<int64_t>(ratio * kOneHedge));
  }

  // May a hedge be sent? True takes it.
  bool TryTake(MonotonicTime now) {
    return bucket_.TryTake(kOneHedge, kOneHedge, now);
  }
  // It was refused for another reason.
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
