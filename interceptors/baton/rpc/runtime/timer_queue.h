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

// Runs functions at given times of RealClock(), on one thread that it owns. The
// first timer starts the thread. A function runs about 0.1 ms late. grpc::Alarm
// is one to two milliseconds late.
//
//   TimerQueue::Id id = TimerQueue::Process().Schedule(at, [state] { ... });
//   if (TimerQueue::Process().Cancel(id)) ...  // it will never run
//
// Functions run one after the other, and no lock is held. They may call
// Schedule() and Cancel(), and must be short. A function is destroyed after it
// has run, or by Cancel() on the cancelling thread.
//
// Thread-safe. Memory use depends on the largest number of timers that were
// pending at once. Cancel() frees the entry of a timer for the next one.
class TimerQueue {
 public:
  // Never 0, and never equal to the id of an earlier timer.
  using Id = uint64_t;

  TimerQueue() = default;
  // Waits for a running function, and destroys the remaining functions without
  // running them. The functions must not call it.
  ~TimerQueue();
  TimerQueue(const TimerQueue&) = delete;
  TimerQueue& operator=(const TimerQueue&) = delete;

  // Returns the queue of the process. A forked child gets its own empty queue.
  static TimerQueue& Process();

  // Runs `run` once at `at` or shortly after, and at once if `at` has passed.
  // Timers with equal times run in the order of their Schedule() calls.
  Id Schedule(MonotonicTime at, TimerHeap::Function run);

  // Returns true if the function has not started and never will. Returns false
  // if it has started or was cancelled earlier. Never waits for a running
  // function.
  bool Cancel(Id id);

 private:
  void Run();

  Mutex mutex_;
  CondVar changed_;  // signals an earlier timer or stopping_
  TimerHeap heap_ ABSL_GUARDED_BY(mutex_);
  // The time at which the waiting thread wakes up. Schedule() does not wake it
  // for a later timer. Most timers are cancelled long before their time, and
  // waking a thread is the largest part of the cost of a timer. While the
  // thread does not wait, no timer is before this.
  MonotonicTime wakes_at_ ABSL_GUARDED_BY(mutex_);
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  // The destructor joins it without the lock.
  std::thread thread_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_TIMER_QUEUE_H_
