// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_RUNTIME_H_
#define BATON_RPC_RUNTIME_RUNTIME_H_

#include <cstdint>
#include <functional>

#include "absl/time/time.h"
#include "baton/core/policy/random.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/runtime/timer_heap.h"

namespace baton::rpc {

// Provides time, random numbers, timers and worker threads to the calls of a
// channel or to the requests of a server. Must outlive these calls and
// requests. Thread-safe.
//
// Channels and servers of applications use Process(). Unit tests pass their own
// runtime to ChannelState, and set its time.
class Runtime {
 public:
  // Identifies a pending timer. Never 0. Two timers never have the same id.
  using TimerId = uint64_t;

  // Returns the runtime of the process. It consists of RealClock(),
  // ThreadUniform(), TimerQueue::Process() and Workers::Process(). Never
  // destroyed. In a forked child, the object uses new timers and new workers.
  static Runtime& Process();

  virtual ~Runtime() = default;

  // Returns the current time.
  virtual MonotonicTime Now() const = 0;
  // Returns the random generator of the calling thread.
  virtual core::UniformSource& Uniform() = 0;

  // Starts a timer: see TimerQueue::Schedule().
  virtual TimerId Schedule(MonotonicTime at, TimerHeap::Function run) = 0;
  // Cancels a timer: see TimerQueue::Cancel().
  virtual bool Cancel(TimerId id) = 0;

  // Runs `work` on a worker thread. `work` may block. See Workers.
  virtual void Post(std::function<void()> work) = 0;

  // Returns the part of a past period in which this process stalled, so that
  // timers and callbacks ran late. See ProcessStalls.
  virtual absl::Duration StalledWithin(MonotonicTime /*from*/,
                                       MonotonicTime /*to*/) const {
    return absl::ZeroDuration();
  }
  // Returns the length of the longest stall of the last minute or two.
  virtual absl::Duration LongestStall() const { return absl::ZeroDuration(); }
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_RUNTIME_H_
