// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_CALL_H_
#define BATON_RPC_STREAM_STREAM_CALL_H_

#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/runtime/strand.h"
#include "baton/rpc/stream/driver/stream_attempt.h"
#include "baton/rpc/stream/driver/stream_driver.h"
#include "baton/rpc/stream/in_place_batches.h"
#include "baton/rpc/stream/stream_effects.h"
#include "baton/rpc/stream/stream_machine.h"
#include "grpcpp/impl/rpc_method.h"

namespace baton::rpc {

// One call of the application that streams, of any kind, served by attempts of
// ours: tried again until the application has seen a part of the answer or
// more was sent than is kept, and passed through from then on.
//
// Events come from any thread, several at once: an operation ends, a timer
// fires, the application cancels, writes or reads. Each is brought to the
// machine, and then done what that asks for, one after the other on a strand:
// without a lock, since they run code of the user's.
//
// Kept alive by its interceptor, and by attempts with operations on their way.
class StreamCall final : public StreamOwner,
                         public std::enable_shared_from_this<StreamCall> {
 public:
  // `captured` lacks what is sent. `in_place`: the first attempt is in place,
  // on a call with this completion queue.
  static std::shared_ptr<StreamCall> Create(
      CapturedCall&& captured, grpc::internal::RpcMethod::RpcType type,
      std::unique_ptr<StreamDriver> driver,
      std::optional<ApplicationQueue> in_place = std::nullopt);

  // Only for a call whose first attempt is in place. If it passes, its batches
  // pass without OnBatch(), apart from one that has brought the status.
  bool passes() const { return passes_.load(std::memory_order_acquire); }
  // Any batch, before it is sent and when it is back.
  void OnBatch(InterceptorBatchMethods* batch);
  // Returns whether Baton is completing this batch again, so that it only has
  // to proceed. Returns true once for each time.
  bool IsCompletedAgain(InterceptorBatchMethods* batch) {
    return completed_again_.compare_exchange_strong(batch, nullptr);
  }
  // Returns whether a call that passes has brought no message yet. It was
  // committed because it has sent more than Baton keeps.
  bool awaits_message() const {
    return awaits_message_.load(std::memory_order_relaxed);
  }
  // A batch of a call that passes, with the status; with the first message.
  void OnStatus(InterceptorBatchMethods* batch);
  void OnMessage(InterceptorBatchMethods* batch);

  // The first batch, in its PRE_SEND stage: takes what it sends. It is for the
  // caller to let it go on.
  void Open(InterceptorBatchMethods& batch) { Take(batch, nullptr); }

  // Batches that send or receive something, in their PRE_SEND and PRE_RECV
  // stages. They go on their way when that is done, or cannot be done any
  // more, on whichever thread sees to it; they are not touched afterwards.
  void Send(InterceptorBatchMethods* batch) { Take(*batch, batch); }
  void Receive(InterceptorBatchMethods* batch);

  // The application cancels. May come at any time, and more than once.
  void Cancel();

  // The outer context is being destroyed: nobody is there to answer. It is not
  // used afterwards.
  void Abandon();

  void OnStreamEvent(const std::shared_ptr<StreamAttempt>& attempt,
                     StreamEvent event, bool ok) override;
  void OnTimer() override;
  void OnParentEnd() override;
  void OnRetryStop() override;
  void OnConnected() override;

 private:
  StreamCall(CapturedCall&& captured, grpc::internal::RpcMethod::RpcType type,
             std::unique_ptr<StreamDriver> driver);

  // What a batch sends; it waits, if `held`.
  void Take(InterceptorBatchMethods& batch, InterceptorBatchMethods* held);

  // Makes a change on the strand, and then does what it asks for. `change` may
  // be copied, and run on another thread after this has returned.
  template <typename Change>
  void Do(Change change) {
    strand_.Run(
        [self = shared_from_this(), change = std::move(change)]() mutable {
          StreamEffects effects;
          change(self->machine(), effects);
          self->NoteStage();
          self->Run(effects);
        });
  }

  // The machine, which only events of the strand may use. ReleaseContext() is
  // the exception.
  StreamMachine& machine() {
    strand_.AssertOn();
    return machine_;
  }
  // The rest happens on the strand.
  void NoteStage();
  void Run(StreamEffects& effects);
  void CompleteSend(const StreamEffects::SendCompletion& completion);
  void CompleteReceive(StreamEffects::ReceiveCompletion& completion,
                       const StreamEffects& effects);
  void CompleteAgain(InterceptorBatchMethods* batch, bool ok);

  // The application has begun to send; known to the thread that does.
  bool began_ = false;
  Runtime& runtime_;
  const std::unique_ptr<StreamDriver> driver_;
  Strand strand_;
  StreamMachine machine_;
  InPlaceBatches in_place_batches_;
  std::atomic<bool> passes_{false};
  std::atomic<bool> awaits_message_{false};
  std::atomic<InterceptorBatchMethods*> completed_again_{nullptr};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_CALL_H_
