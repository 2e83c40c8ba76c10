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
#include "baton/rpc/stream/stream_effect_runner.h"
#include "baton/rpc/stream/stream_effects.h"
#include "baton/rpc/stream/stream_machine.h"
#include "grpcpp/impl/rpc_method.h"

namespace baton::rpc {

// A stream of the application, of any kind, that Baton serves with attempts.
// Baton may retry the stream until it is committed: the application has a part
// of the response, or has sent more than Baton keeps.
//
// Events arrive on any thread, and several at once: an operation ends, a timer
// fires, the application cancels, writes or reads. This class brings each event
// to the StreamMachine, and its effects to the StreamEffectRunner, on a strand.
// The strand holds no lock while they run code of the application.
//
// The interceptor owns this object, together with each attempt whose operations
// are pending. Thread-safe.
class StreamCall final : public StreamOwner,
                         public std::enable_shared_from_this<StreamCall> {
 public:
  // `captured` has no metadata and no request yet. `in_place`: the first
  // attempt is in place, on a call with this completion queue.
  static std::shared_ptr<StreamCall> Create(
      CapturedCall&& captured, grpc::internal::RpcMethod::RpcType type,
      std::unique_ptr<StreamDriver> driver,
      std::optional<ApplicationQueue> in_place = std::nullopt);

  // The functions from here to OnMessage() are for a call whose first attempt
  // is in place.
  //
  // Returns whether the batches of the call pass without OnBatch(). A batch
  // that has brought the status still needs OnStatus().
  bool passes() const { return passes_.load(std::memory_order_acquire); }
  // Handles a batch before it is sent, and when it has come back.
  void OnBatch(InterceptorBatchMethods* batch);
  // Returns whether Baton is completing this batch again, so that it only has
  // to proceed. Returns true once for each time.
  bool IsCompletedAgain(InterceptorBatchMethods* batch) {
    return effect_runner_.IsCompletedAgain(batch);
  }
  // Returns whether a call that passes has brought no message yet. It was
  // committed because it has sent more than Baton keeps.
  bool awaits_message() const {
    return awaits_message_.load(std::memory_order_relaxed);
  }
  // Handle a batch of a call that passes, which has brought the status or the
  // first message.
  void OnStatus(InterceptorBatchMethods* batch);
  void OnMessage(InterceptorBatchMethods* batch);

  // Takes what the first batch sends, in its PRE_SEND stage. The caller then
  // hijacks the batch.
  void Open(InterceptorBatchMethods& batch) { Take(batch, nullptr); }

  // Handle a hijacked batch that sends something, in its PRE_SEND stage, or
  // receives something, in its PRE_RECV stage. The batch proceeds when this is
  // done or has failed, on any thread. Baton does not use the batch afterwards.
  void Send(InterceptorBatchMethods* batch) { Take(*batch, batch); }
  void Receive(InterceptorBatchMethods* batch);

  // The application cancels the call. May run at any time, and more than once.
  void Cancel();

  // The application destroys the context, and waits for nothing. Baton does not
  // use the context afterwards.
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

  // Takes what a batch sends. `held`: the batch, if it waits until that is
  // sent.
  void Take(InterceptorBatchMethods& batch, InterceptorBatchMethods* held);

  // Runs `change` on the strand, and then its effects. Another thread may run a
  // copy of `change` after this function has returned.
  template <typename Change>
  void Do(Change change) {
    strand_.Run(
        [self = shared_from_this(), change = std::move(change)]() mutable {
          StreamEffects effects;
          change(self->machine(), effects);
          self->NoteStage();
          self->effect_runner_.Run(effects);
        });
  }

  // Returns the machine. Requires the strand, except for ReleaseContext().
  StreamMachine& machine() {
    strand_.AssertOn();
    return machine_;
  }
  // Lets batches pass once the machine has decided so.
  void NoteStage();

  // The application has sent its metadata. Used by the thread that sends.
  bool began_ = false;
  Runtime& runtime_;
  const std::unique_ptr<StreamDriver> driver_;
  Strand strand_;
  StreamMachine machine_;
  StreamEffectRunner effect_runner_;
  InPlaceBatches in_place_batches_;
  std::atomic<bool> passes_{false};
  std::atomic<bool> awaits_message_{false};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_CALL_H_
