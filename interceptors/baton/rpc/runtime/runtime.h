// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_RUNTIME_H_
#define BATON_RPC_RUNTIME_RUNTIME_H_

#include <cstdint>
#include <functional>

#include "baton/core/policy/random.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/runtime/timer_heap.h"

namespace baton::rpc {

// The time, the random numbers, the timers and the worker threads for the calls
// of a channel, or for the requests of a server. Must outlive all of them.
// Thread-safe.
//
// Applications get Process(). Unit tests pass a runtime of their own to
// ChannelState, and move its time by hand.
class Runtime {
 public:
  // Names a pending timer. Never 0, and never equal to an earlier id.
  using TimerId = uint64_t;

  // Returns the runtime of the process: RealClock(), ThreadUniform(),
  // TimerQueue::Process() and Workers::Process(). Never destroyed. In a forked
  // child, the same object uses new timers and new workers.
  static Runtime& Process();

  virtual ~Runtime() = default;

  virtual MonotonicTime Now() const = 0;
  // Returns the random generator of the calling thread.
  virtual core::UniformSource& Uniform() = 0;

  // Start and cancel a timer. See TimerQueue.
  virtual TimerId Schedule(MonotonicTime at, TimerHeap::Function run) = 0;
  virtual bool Cancel(TimerId id) = 0;

  // Runs `work`, which may block. See Workers.
  virtual void Post(std::function<void()> work) = 0;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_RUNTIME_H_
