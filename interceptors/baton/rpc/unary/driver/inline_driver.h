// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_DRIVER_INLINE_DRIVER_H_
#define BATON_RPC_UNARY_DRIVER_INLINE_DRIVER_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/container/inlined_vector.h"
#include "absl/time/time.h"
#include "baton/mutex.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/unary/driver/attempt_queue.h"
#include "baton/rpc/unary/driver/call_driver.h"

namespace baton::rpc {

// Drives a synchronous call on the thread that made it, which is the cheapest
// way and the only one that cannot starve: no other thread is needed for the
// call to end.
class InlineDriver final : public CallDriver {
 public:
  // `runtime` must outlive it.
  explicit InlineDriver(const Runtime& runtime) : runtime_(runtime) {}

  // Drives until the call has finished: calls `begin`, and then `on_timer`
  // whenever the timer is due. Only once, on the thread of the call.
  void Run(const std::function<void()>& begin,
           const std::function<void()>& on_timer);
  // Returns whether the call has finished, so that it does not need Run().
  bool HasFinished();

  void Start(RawStub& stub, const std::string& method,
             const grpc::ByteBuffer& request,
             std::shared_ptr<Attempt> attempt) override;
  void SetTimer(MonotonicTime at) override;
  void ClearTimer() override { SetTimer(MonotonicTime::InfiniteFuture()); }
  void OnPhase(Phase phase) override;
  bool StartsOnAnyThread() const override { return false; }

 private:
  // What the call has set for its thread to see: another thread may cancel it.
  struct Situation {
    Phase phase = Phase::kRunning;
    MonotonicTime timer = MonotonicTime::InfiniteFuture();
    int changes = 0;  // of the above, and attempts that were started
  };

  AttemptQueue& queue();
  Situation Now();
  // Waits until the timer is due, the phase changes or it is woken for nothing.
  void Wait(const Situation& situation);
  // Waits for what another thread does, or `longest`, or a second.
  void WaitForChange(const Situation& situation, absl::Duration longest);
  // Is there an attempt whose end this thread has not seen? If not, the queue
  // has nothing to wait for: an event that this thread brought may have been
  // left to another that was cancelling the call, and is told by a change.
  bool AwaitsAttempt();
  // Sees off attempts that were given up, if that takes no time: a thread that
  // makes no other call would keep them, and their channel.
  void DrainQueue();

  const Runtime& runtime_;
  Mutex mutex_;
  // Set by Run(). Before that, attempts use the polling threads.
  AttemptQueue* queue_ ABSL_GUARDED_BY(mutex_) = nullptr;
  CondVar changed_;
  Situation situation_ ABSL_GUARDED_BY(mutex_);
  // The attempts whose end this thread may not have seen. If events meet,
  // another thread may start an attempt.
  absl::InlinedVector<std::shared_ptr<const Attempt>, 1> attempts_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_DRIVER_INLINE_DRIVER_H_
