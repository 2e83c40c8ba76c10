// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_STALL_WATCH_H_
#define BATON_CORE_LIMITS_STALL_WATCH_H_

#include <atomic>
#include <cstdint>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"

namespace baton::core {

// Detects that the process stood still, because it was stopped or got no
// processor time. Its owner calls OnTick() at regular intervals. If the ticks
// stop, the process has stood still.
//
// After such a stall a server finds requests and their cancellations in its
// sockets. It reads the requests first, so for a short time it does not know of
// cancellations that happened long ago. WaitAt() returns how long a request
// should wait for its cancellation.
//
// One per server. Thread-safe and lock-free.
class StallWatch {
 public:
  // The interval of the ticks.
  static constexpr absl::Duration kTick = absl::Milliseconds(50);
  // A tick that is missing for this long is a stall.
  static constexpr absl::Duration kStall = absl::Milliseconds(150);
  // A request waits for 1 % of the length of the stall, within these limits.
  // Its client has waited for most of the stall.
  static constexpr absl::Duration kMinWait = absl::Milliseconds(2);
  static constexpr absl::Duration kMaxWait = absl::Milliseconds(10);
  // Requests wait if they arrive within this number of waits after the stall.
  static constexpr int kWaits = 5;

  // Records a tick. The first tick starts the watch.
  void OnTick(MonotonicTime now);
  // Ends the watch until the next tick.
  void Pause() { last_tick_.store(kNever, std::memory_order_relaxed); }

  // Returns how long a request should wait that is about to start now. Zero
  // unless there was a stall just before `now`.
  absl::Duration WaitAt(MonotonicTime now);

 private:
  static constexpr int64_t kNever = INT64_MIN;

  // Detects a stall that ended just before `now`.
  void Check(int64_t now);

  // Microseconds since the origin of the clock.
  std::atomic<int64_t> last_tick_{kNever};
  std::atomic<int64_t> stalled_until_{kNever};
  std::atomic<int64_t> wait_{0};
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_STALL_WATCH_H_
