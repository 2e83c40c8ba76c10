// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_DRIVER_RUNTIME_TIMER_H_
#define BATON_RPC_UNARY_DRIVER_RUNTIME_TIMER_H_

#include <atomic>
#include <utility>

#include "baton/monotonic_time.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/runtime/timer_heap.h"

namespace baton::rpc {

// The timer of a call without a driver, on the threads of the runtime.
// Thread-safe: the function of the timer may set the next timer.
class RuntimeTimer {
 public:
  // `runtime` must outlive this object.
  explicit RuntimeTimer(Runtime& runtime) : runtime_(runtime) {}
  RuntimeTimer(const RuntimeTimer&) = delete;
  RuntimeTimer& operator=(const RuntimeTimer&) = delete;

  // Runs `on_timer` at `at`, on the thread of all timers. `on_timer` must not
  // destroy the call. Does nothing if `at` is InfiniteFuture().
  void Set(MonotonicTime at, TimerHeap::Function on_timer) {
    if (at == MonotonicTime::InfiniteFuture()) return;
    id_ = runtime_.Schedule(at, std::move(on_timer));
  }

  // Cancels the latest timer. Its function may still run if it has begun.
  void Stop() {
    if (const Runtime::TimerId id = id_) runtime_.Cancel(id);
  }

 private:
  Runtime& runtime_;
  // The latest timer, or 0. A timer that fires at once may set the next one
  // before this one is stored. Stop() then does not cancel the next one, which
  // must do nothing after the end of the call.
  std::atomic<Runtime::TimerId> id_{0};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_DRIVER_RUNTIME_TIMER_H_
