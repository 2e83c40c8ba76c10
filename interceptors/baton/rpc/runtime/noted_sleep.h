// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_NOTED_SLEEP_H_
#define BATON_RPC_RUNTIME_NOTED_SLEEP_H_

#include <atomic>
#include <cstdint>
#include <limits>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"

namespace baton::rpc {

// The sleep of one thread. If the thread wakes up late, notes a stall of the
// process: see ProcessStalls. Owned by the owner of the thread. Any thread may
// call until().
class NotedSleep {
 public:
  // Waits for `left`, at most until `until`, or until a notification.
  void Wait(CondVar& changed, Mutex& mutex, MonotonicTime until,
            absl::Duration left) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex);

  // Returns the time at which the thread should wake up. InfiniteFuture(): it
  // does not sleep. If the time has passed, the process stalls.
  MonotonicTime until() const {
    return MonotonicTime::FromNanos(until_.load(std::memory_order_acquire));
  }

 private:
  static constexpr int64_t kAwake = std::numeric_limits<int64_t>::max();

  std::atomic<int64_t> until_{kAwake};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_NOTED_SLEEP_H_
