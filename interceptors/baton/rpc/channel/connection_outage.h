// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_CONNECTION_OUTAGE_H_
#define BATON_RPC_CHANNEL_CONNECTION_OUTAGE_H_

#include <atomic>
#include <cstdint>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"

namespace baton::rpc {

// The current outage of one channel: the time since the first attempt that
// found no connection. All calls of the channel share one connection wait, so
// that calls to a dead target do not accumulate.
//
// An outage ends when a server responds, or when a call finds the channel
// connected or idle. Owned by the ChannelState. Thread-safe and lock-free. A
// healthy call only reads.
class ConnectionOutage {
 public:
  // Returns whether there is an outage.
  bool IsOn() const {
    return began_ns_.load(std::memory_order_relaxed) != kNone;
  }

  // Returns the begin of the outage. Returns `now` if there is none.
  MonotonicTime BeganAt(MonotonicTime now) const {
    const int64_t began_ns = began_ns_.load(std::memory_order_relaxed);
    return began_ns == kNone ? now : MonotonicTime::FromNanos(began_ns);
  }

  // Records an attempt that found no connection. Returns the begin of the
  // outage.
  MonotonicTime OnUnsent(MonotonicTime started_at) {
    const int64_t started_ns = started_at.nanos();
    int64_t began_ns = kNone;
    if (began_ns_.compare_exchange_strong(began_ns, started_ns)) {
      began_ns = started_ns;
    }
    return MonotonicTime::FromNanos(began_ns);
  }

  // Records that there is a connection, or that gRPC tries to connect again
  // from the start.
  void End() {
    if (IsOn()) began_ns_.store(kNone, std::memory_order_relaxed);
  }

 private:
  static constexpr int64_t kNone = INT64_MIN;

  std::atomic<int64_t> began_ns_{kNone};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_CONNECTION_OUTAGE_H_
