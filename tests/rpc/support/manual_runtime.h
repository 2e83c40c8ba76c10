// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_MANUAL_RUNTIME_H_
#define BATON_TESTS_RPC_SUPPORT_MANUAL_RUNTIME_H_

#include <functional>
#include <utility>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/runtime/timer_heap.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_uniform.h"

namespace baton::rpc {

// A Runtime whose time moves only in Advance(). Timers and posted work run on
// the thread of the test. Not thread-safe.
class ManualRuntime final : public Runtime {
 public:
  // Moves the time, and then runs the timers that are due, in their order.
  void Advance(absl::Duration step) {
    clock_.Advance(step);
    while (!timers_.empty() && timers_.FirstTime() <= Now()) {
      timers_.RemoveFirst()();
    }
  }

  // Returns whether a timer is pending.
  bool has_timer() const { return !timers_.empty(); }

  // Returns the time of the first pending timer.
  MonotonicTime next_timer() const { return timers_.FirstTime(); }

  MonotonicTime Now() const override { return clock_.Now(); }
  core::UniformSource& Uniform() override { return uniform_; }
  TimerId Schedule(MonotonicTime at, TimerHeap::Function run) override {
    return timers_.Add(at, std::move(run));
  }
  bool Cancel(TimerId id) override { return timers_.Remove(id) != nullptr; }
  void Post(std::function<void()> work) override { work(); }

 private:
  support::FakeClock clock_;
  support::FakeUniform uniform_{0.5};
  TimerHeap timers_;
};

}  // namespace baton::rpc

#endif  // BATON_TESTS_RPC_SUPPORT_MANUAL_RUNTIME_H_
