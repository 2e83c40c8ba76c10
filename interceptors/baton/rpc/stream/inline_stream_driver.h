// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_INLINE_STREAM_DRIVER_H_
#define BATON_RPC_STREAM_INLINE_STREAM_DRIVER_H_

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "baton/monotonic_time.h"
#include "baton/rpc/stream/stream_driver.h"
#include "baton/rpc/stream/stream_queue.h"

namespace baton::rpc {

// Moves a synchronous stream on the threads that the application calls it on,
// and on no other: whoever waits for a batch polls the attempts. gRPC allows
// one thread that reads and one that writes; while one of them polls, the
// other sees to what is there already and then waits for the first.
class InlineStreamDriver final : public StreamDriver {
 public:
  InlineStreamDriver() = default;

  // Calls `submit`, which hands `batch` to the stream, and returns when it has
  // gone on its way. `on_timer` passes the timer on.
  void Run(InterceptorBatchMethods* batch, const std::function<void()>& submit,
           const std::function<void()>& on_timer);

  // Run() is told.
  void Bind(std::function<void()> /*on_timer*/) override {}
  StreamQueue& queue() override { return queue_; }
  bool buffers() const override { return false; }
  void SetTimer(MonotonicTime at) override;
  void OnCompleted(InterceptorBatchMethods* batch) override;
  void OnStarted(const std::shared_ptr<StreamAttempt>& attempt) override;
  void OnAbandoned(std::shared_ptr<const void> call) override;

 private:
  // A thread that waits for a batch.
  struct Waiter {
    InterceptorBatchMethods* batch;
    std::thread::id thread;
    bool completed;
  };

  // Wants the lock.
  bool TimerIsDue() const;
  // What has ended by now ended in time, though nobody may have looked since.
  // With the lock, which is given up meanwhile.
  void CatchUp(std::unique_lock<std::mutex>& lock);
  // Waits for one thing to happen. With the lock, which is given up meanwhile.
  void Wait(Waiter& waiter, std::unique_lock<std::mutex>& lock);
  void Poll(Waiter& waiter, std::unique_lock<std::mutex>& lock);
  // Sees to one operation that has ended while another thread polls. False if
  // there is nothing to do but wait for that one.
  bool HelpPoll(Waiter& waiter, std::unique_lock<std::mutex>& lock);
  // Wakes whoever polls, unless it is this thread. Wants the lock.
  void WakePoller();

  StreamQueue queue_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // These are guarded by mutex_.
  MonotonicTime timer_ = MonotonicTime::InfiniteFuture();
  std::vector<Waiter*> waiters_;
  Waiter* poller_ = nullptr;
  bool waking_ = false;  // it is to be woken, by an event that nobody may take
  MonotonicTime polls_until_;
  std::shared_ptr<StreamAttempt> attempt_;  // the latest
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_INLINE_STREAM_DRIVER_H_
