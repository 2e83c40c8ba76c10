// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/runtime.h"

#include <utility>

#include "baton/core/limits/process_stalls.h"
#include "baton/real_clock.h"
#include "baton/rpc/runtime/per_process.h"
#include "baton/rpc/runtime/real_random.h"
#include "baton/rpc/runtime/timer_queue.h"
#include "baton/rpc/runtime/workers.h"

namespace baton::rpc {
namespace {

// Has no state. Each call finds the objects of the process, because a forked
// child has new ones.
class ProcessRuntime final : public Runtime {
 public:
  MonotonicTime Now() const override { return RealClock().Now(); }
  core::UniformSource& Uniform() override { return ThreadUniform(); }
  TimerId Schedule(MonotonicTime at, TimerHeap::Function run) override {
    return TimerQueue::Process().Schedule(at, std::move(run));
  }
  bool Cancel(TimerId id) override { return TimerQueue::Process().Cancel(id); }
  void Post(std::function<void()> work) override {
    Workers::Process().Post(std::move(work));
  }
  absl::Duration StalledWithin(MonotonicTime from,
                               MonotonicTime to) const override {
    const MonotonicTime due = TimerQueue::Process().SleepsUntil();
    return PerProcess<core::ProcessStalls>::Get().Within(from, to, due, Now());
  }
  absl::Duration LongestStall() const override {
    const MonotonicTime due = TimerQueue::Process().SleepsUntil();
    return PerProcess<core::ProcessStalls>::Get().Longest(Now(), due);
  }
};

}  // namespace

Runtime& Runtime::Process() {
  static Runtime& runtime = *new ProcessRuntime;
  return runtime;
}

}  // namespace baton::rpc
