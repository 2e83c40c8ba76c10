// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_TIMER_QUEUE_H_
#define BATON_RPC_RUNTIME_TIMER_QUEUE_H_

#include <cstdint>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"
#include "baton/rpc/runtime/timer_heap.h"

namespace baton::rpc {

// Runs functions at given times of RealClock(), on one thread. The queue owns
// this thread and starts it for the first timer. Functions start about 0.1 ms
// late, while the functions of a grpc::Alarm start one to two milliseconds
// late.
//
//   TimerQueue::Id id = TimerQueue::Process().Schedule(at, [state] { ... });
//   if (TimerQueue::Process().Cancel(id)) ...  // it will never run
//
// The queue runs one function at a time, without holding a lock. A function may
// call Schedule() and Cancel(), and must be short. The queue destroys a
// function after it has run. Cancel() destroys the function of a cancelled
// timer, on the thread of the caller.
//
// Thread-safe. The memory depends on the maximum number of timers that were
// pending at the same time. Cancel() frees the entry of its timer for later
// timers.
class TimerQueue {
 public:
  // Identifies a timer. Never 0. Two timers never have the same id.
  using Id = uint64_t;

  TimerQueue() = default;
  // Waits for the running function, if any. Destroys the other functions and
  // does not run them. No function of the queue may destroy the queue.
  ~TimerQueue();
  TimerQueue(const TimerQueue&) = delete;
  TimerQueue& operator=(const TimerQueue&) = delete;

  // Returns the queue of the process. A forked child gets its own empty queue.
  static TimerQueue& Process();

  // Runs `run` once, at `at` or shortly after. If `at` has passed, runs it at
  // once. Timers with equal times run in the order of their Schedule() calls.
  Id Schedule(MonotonicTime at, TimerHeap::Function run);

  // Cancels a timer. Returns true if its function has not started and will
  // never start. Returns false if the function has started, or if the timer was
  // cancelled before. Never waits for a running function.
  bool Cancel(Id id);

 private:
  void StartThread() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Run();

  Mutex mutex_;
  CondVar changed_;  // signals an earlier timer or stopping_
  TimerHeap heap_ ABSL_GUARDED_BY(mutex_);
  // The time at which the waiting thread will wake up. Schedule() wakes the
  // thread only for an earlier timer, because waking a thread is the largest
  // part of the cost of a timer. Most timers are cancelled long before their
  // time. If the thread is not waiting, this value is before the time of every
  // timer.
  MonotonicTime wakes_at_ ABSL_GUARDED_BY(mutex_);
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  // The destructor joins the thread without holding the lock.
  std::thread thread_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_TIMER_QUEUE_H_
