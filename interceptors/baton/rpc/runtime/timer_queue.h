// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_TIMER_QUEUE_H_
#define BATON_RPC_RUNTIME_TIMER_QUEUE_H_

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "baton/monotonic_time.h"
#include "baton/rpc/runtime/timer_heap.h"

namespace baton::rpc {

// Runs functions at given times on RealClock(), on one thread of its own that
// is started by the first timer. grpc::Alarm is one to two milliseconds late
// where this is a tenth of one.
//
//   TimerQueue::Id id = TimerQueue::Process().Schedule(at, [state] { ... });
//   if (TimerQueue::Process().Cancel(id)) ...  // it will never run
//
// Functions run one after the other, without any lock held: they may schedule
// and cancel, and must be short. They are destroyed when they have run, or in
// Cancel() on the cancelling thread.
//
// Thread-safe. Memory follows the largest number of timers that were pending
// at once; a cancelled one leaves at once.
class TimerQueue {
 public:
  // Never 0, and never the id of an earlier timer.
  using Id = uint64_t;

  TimerQueue() = default;
  // Waits for a function that is running, and drops the timers that are left
  // without running them. Not from one of its own functions.
  ~TimerQueue();
  TimerQueue(const TimerQueue&) = delete;
  TimerQueue& operator=(const TimerQueue&) = delete;

  // The queue that the process shares. A parent's timers do not run in its
  // child.
  static TimerQueue& Process();

  // Runs `run` once at `at` or shortly after, at once if that has passed.
  // Timers of the same moment run in the order they were scheduled.
  Id Schedule(MonotonicTime at, TimerHeap::Function run);

  // True: the function has not started and never will. False: it has started,
  // maybe ended, or was cancelled before. Never waits for it.
  bool Cancel(Id id);

 private:
  void Run();

  std::mutex mutex_;
  std::condition_variable changed_;  // something before wakes_at_, or stopping_
  TimerHeap heap_;                   // guarded by mutex_
  // When the thread looks again by itself, while it waits. It is not woken for
  // a timer after that: most are cancelled long before their time, and waking a
  // thread costs more than all else about a timer.
  // While it does not wait, nothing is earlier than this. Guarded by mutex_.
  MonotonicTime wakes_at_;
  bool stopping_ = false;  // guarded by mutex_
  std::thread thread_;     // guarded by mutex_ until stopping_
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_TIMER_QUEUE_H_
