// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_RECENT_CONNECTION_H_
#define BATON_RPC_CHANNEL_RECENT_CONNECTION_H_

#include <atomic>
#include <cstdint>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"

namespace baton::rpc {

// The latest time at which a call has found the channel connected. To ask gRPC
// for the state of a channel costs a call about as much as its timer. Calls of
// a busy channel therefore ask only once in kMemory.
//
// Owned by the ChannelState. Thread-safe and lock-free.
class RecentConnection {
 public:
  static constexpr absl::Duration kMemory = absl::Milliseconds(20);

  void Note(MonotonicTime now) {
    seen_at_ns_.store(now.nanos(), std::memory_order_relaxed);
  }
  // Records that a call has failed, and possibly the connection with it.
  void Forget() {
    if (seen_at_ns_.load(std::memory_order_relaxed) != kNever) {
      seen_at_ns_.store(kNever, std::memory_order_relaxed);
    }
  }

  // Returns whether the channel was found connected within kMemory.
  bool IsRecent(MonotonicTime now) const {
    const int64_t seen_at = seen_at_ns_.load(std::memory_order_relaxed);
    return seen_at != kNever &&
           now.nanos() - seen_at < absl::ToInt64Nanoseconds(kMemory);
  }

 private:
  static constexpr int64_t kNever = INT64_MIN;

  std::atomic<int64_t> seen_at_ns_{kNever};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_RECENT_CONNECTION_H_
