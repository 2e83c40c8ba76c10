// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_SIGHTING_H_
#define BATON_RPC_CHANNEL_SIGHTING_H_

#include <atomic>
#include <cstdint>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"

namespace baton::rpc {

// The time at which a property of a server was last seen. Written at most once
// in a second, because a write for each response would make the cores compete
// for the cache line. Thread-safe and lock-free.
class Sighting {
 public:
  // The time after which Baton forgets a property.
  static constexpr absl::Duration kMemory = absl::Minutes(5);

  void Note(MonotonicTime now) {
    const int64_t now_ns = now.nanos();
    const int64_t known = time_ns_.load(std::memory_order_relaxed);
    if (known != kNever && now_ns - known < kPrecisionNs) return;
    time_ns_.store(now_ns, std::memory_order_relaxed);
  }

  // Returns whether the property was seen within kMemory.
  bool IsRecent(MonotonicTime now) const {
    const int64_t time = time_ns_.load(std::memory_order_relaxed);
    return time != kNever &&
           now.nanos() - time < absl::ToInt64Nanoseconds(kMemory);
  }

 private:
  static constexpr int64_t kPrecisionNs = 1'000'000'000;
  static constexpr int64_t kNever = INT64_MIN;

  std::atomic<int64_t> time_ns_{kNever};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_SIGHTING_H_
