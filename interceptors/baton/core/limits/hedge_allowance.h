// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_HEDGE_ALLOWANCE_H_
#define BATON_CORE_LIMITS_HEDGE_ALLOWANCE_H_

#include <cstdint>

#include "baton/core/limits/token_bucket.h"
#include "baton/monotonic_time.h"

namespace baton::core {

// Limits the hedges of a method to a ratio of its first attempts. Without this
// limit, every call would start a hedge if a server became slow as a whole.
//
// Each first attempt adds a part of a hedge. At most kBurst hedges are
// available, also at the start. There is one object for each method.
// Thread-safe and lock-free.
class HedgeAllowance {
 public:
  static constexpr int kBurst = 10;

  HedgeAllowance() : bucket_(Options(), MonotonicTime()) {}

  // Records that a first attempt was sent. It adds `ratio` hedges.
  void OnFirstAttempt(double ratio) {
    bucket_.Add(static_cast<int64_t>(ratio * kOneHedge));
  }

  // Takes one hedge. Returns false if none is available.
  bool TryTake(MonotonicTime now) {
    return bucket_.TryTake(kOneHedge, kOneHedge, now);
  }
  // Gives back a hedge that was not sent, because another rule suppressed it.
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
