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
#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"
#include "baton/rpc/grpc/in_place/application_receive.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/stream/driver/stream_driver.h"
#include "baton/rpc/stream/driver/stream_queue.h"

namespace baton::rpc {

// Runs the events of a synchronous stream on the threads on which the
// application calls it. A thread that waits for a batch polls the attempts.
// gRPC allows one thread that reads and one that writes. While one of them
// polls, the other handles what has already ended, and then waits for the
// first.
class InlineStreamDriver final : public StreamDriver, public PluckedEnds {
 public:
  // Bounds a wait. Each change that a waiting thread must see notifies the
  // thread. The bound limits the harm of a defect.
  static constexpr absl::Duration kLongestWait = absl::Seconds(1);

  // `runtime` must outlive this object. `longest_wait` is for tests.
  explicit InlineStreamDriver(Runtime& runtime,
                              absl::Duration longest_wait = kLongestWait)
      : runtime_(runtime), longest_wait_(longest_wait) {}

  // Calls `submit`, which passes `batch` to the stream. Returns when Baton has
  // let the batch proceed. `on_timer` passes the timer to the stream.
  void Run(InterceptorBatchMethods* batch, const std::function<void()>& submit,
           const std::function<void()>& on_timer);

  // Run() gets `on_timer` instead.
  void Bind(std::weak_ptr<StreamOwner> /*owner*/) override {}
  StreamQueue& queue(bool /*beside_in_place*/) override { return queue_; }
  bool buffers() const override { return false; }
  void SetTimer(MonotonicTime at) override;
  void OnCompleted(InterceptorBatchMethods* batch) override;
  void OnStarted(const std::shared_ptr<StreamAttempt>& attempt) override;
  void OnOperations() override;
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
  // Handles operations that have ended. They ended before the timer, although
  // no thread may have polled since.
  void CatchUp() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Waits for one event.
  void Wait(Waiter& waiter) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Poll(Waiter& waiter) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void FetchEnd() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Handles one operation that has ended, while another thread polls. Returns
  // false if this thread can only wait for the other one.
  bool HelpPoll(Waiter& waiter) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Wakes the thread that polls, unless it is this thread.
  void WakePoller() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Runtime& runtime_;
  const absl::Duration longest_wait_;
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
