// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_TIMER_QUEUE_H_
#define BATON_RPC_RUNTIME_TIMER_QUEUE_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"
#include "baton/rpc/runtime/noted_sleep.h"
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
// Thread-safe. Most timers are cancelled long before their time, by calls that
// need no second attempt. The timers are therefore in several shards, each with
// its own lock, and the threads that schedule timers use different shards.
//
// The memory depends on the maximum number of timers that were pending at the
// same time. Cancel() frees the entry of its timer for later timers.
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
  // once. Timers of one thread with equal times run in the order of their
  // Schedule() calls.
  Id Schedule(MonotonicTime at, TimerHeap::Function run);

  // Cancels a timer. Returns true if its function has not started and will
  // never start. Returns false if the function has started, or if the timer was
  // cancelled before. Never waits for a running function.
  bool Cancel(Id id);

  // Returns when the thread should wake up: see NotedSleep.
  MonotonicTime SleepsUntil() const { return sleep_.until(); }

 private:
  static constexpr std::size_t kShards = 16;
  // Two cache lines of 64 bytes, because some processors load cache lines in
  // pairs.
  static constexpr std::size_t kShardAlignment = 128;
  static constexpr int64_t kNever = std::numeric_limits<int64_t>::max();
  static constexpr int64_t kAwake = std::numeric_limits<int64_t>::min();

  struct alignas(kShardAlignment) Shard {
    // Publishes the time of the earliest timer, after each change of the heap.
    void Publish() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex);

    Mutex mutex;
    TimerHeap heap ABSL_GUARDED_BY(mutex);
    // The time of the earliest timer in nanoseconds, or kNever. Changes under
    // the lock. The thread reads it without the lock, and locks only a shard
    // whose timer is due.
    std::atomic<int64_t> first{kNever};
  };

  // Wakes the thread at `at`, before the time that it has chosen. Starts it if
  // there is none.
  void WakeAt(int64_t at);
  void StartThread() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Run();
  // Returns the time of the earliest timer in all shards, or kNever.
  int64_t FirstTime() const;
  // Removes the earliest timer if its time has come, and returns its function.
  TimerHeap::Function TakeDue();
  // Waits until the earliest timer is due, or an earlier one is added. Returns
  // false if the queue is being destroyed.
  bool Wait();

  std::array<Shard, kShards> shards_;

  // The time at which the waiting thread will wake up, in nanoseconds.
  // Schedule() wakes the thread only for an earlier timer, because waking a
  // thread is the largest part of the cost of a timer. kAwake: the thread does
  // not wait, and reads all shards before it does. kNever: there is nothing to
  // wait for, or no thread. Changes under mutex_ only.
  std::atomic<int64_t> wakes_at_{kNever};
  NotedSleep sleep_;
  Mutex mutex_;
  CondVar changed_;                    // signals an earlier timer or stopping_
  std::atomic<bool> stopping_{false};  // changes under mutex_ only
  // The destructor joins the thread without holding the lock.
  std::thread thread_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_TIMER_QUEUE_H_
