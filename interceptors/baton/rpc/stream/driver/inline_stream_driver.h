// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_DRIVER_INLINE_STREAM_DRIVER_H_
#define BATON_RPC_STREAM_DRIVER_INLINE_STREAM_DRIVER_H_

#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/inlined_vector.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"
#include "baton/rpc/grpc/in_place_batch.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/stream/driver/stream_driver.h"
#include "baton/rpc/stream/driver/stream_queue.h"

namespace baton::rpc {

// Moves a synchronous stream on the threads that the application calls it on,
// and on no other: whoever waits for a batch polls the attempts. gRPC allows
// one thread that reads and one that writes; while one of them polls, the
// other sees to what is there already and then waits for the first.
class InlineStreamDriver final : public StreamDriver, public PluckedEnds {
 public:
  // `runtime` must outlive it.
  explicit InlineStreamDriver(Runtime& runtime) : runtime_(runtime) {}

  // Calls `submit`, which hands `batch` to the stream, and returns when it has
  // gone on its way. `on_timer` passes the timer on.
  void Run(InterceptorBatchMethods* batch, const std::function<void()>& submit,
           const std::function<void()>& on_timer);

  // Run() is told.
  void Bind(std::weak_ptr<StreamOwner> /*owner*/) override {}
  StreamQueue& queue(bool /*beside_in_place*/) override { return queue_; }
  bool buffers() const override { return false; }
  void SetTimer(MonotonicTime at) override;
  void OnCompleted(InterceptorBatchMethods* batch) override;
  void OnStarted(const std::shared_ptr<StreamAttempt>& attempt) override;
  void OnCancelled() override;
  void OnAbandoned(std::shared_ptr<const void> call) override;

  // The end of an operation on the application's own queue. A thread in Run()
  // fetches it.
  void Add(const PluckedEnd& end) override;
  // Cancels what no thread has fetched, and fetches it. The application makes
  // no further call.
  void FetchRest();

 private:
  // A thread that waits for a batch.
  struct Waiter {
    InterceptorBatchMethods* batch;
    std::thread::id thread;
    bool completed;
  };

  bool TimerIsDue() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The next five functions release mutex_ while they wait or handle events.
  //
  // Handles what has already ended. It ended in time, although no thread may
  // have looked since.
  void CatchUp() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Waits for one thing to happen.
  void Wait(Waiter& waiter) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Poll(Waiter& waiter) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void FetchEnd() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Sees to one operation that has ended while another thread polls. False if
  // there is nothing to do but wait for that one.
  bool HelpPoll(Waiter& waiter) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Wakes the thread that polls, unless it is this thread.
  void WakePoller() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Runtime& runtime_;
  StreamQueue queue_;
  Mutex mutex_;
  CondVar changed_;
  MonotonicTime timer_ ABSL_GUARDED_BY(mutex_) =
      MonotonicTime::InfiniteFuture();
  std::vector<Waiter*> waiters_ ABSL_GUARDED_BY(mutex_);
  Waiter* poller_ ABSL_GUARDED_BY(mutex_) = nullptr;
  // Whether an event is pending that wakes the poller. No other thread may take
  // that event.
  bool waking_ ABSL_GUARDED_BY(mutex_) = false;
  MonotonicTime polls_until_ ABSL_GUARDED_BY(mutex_);
  // Ends that no thread has begun to fetch, in the order of their start.
  absl::InlinedVector<PluckedEnd, 2> ends_ ABSL_GUARDED_BY(mutex_);
  // The latest attempt.
  std::shared_ptr<StreamAttempt> attempt_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_DRIVER_INLINE_STREAM_DRIVER_H_
