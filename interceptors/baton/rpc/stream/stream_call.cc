// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_call.h"

#include <utility>

#include "baton/rpc/stream/stream_batch.h"

namespace baton::rpc {

namespace {

// A message of this size takes about 0.1 ms to decode.
constexpr std::size_t kLargeMessage = 64 << 10;

}  // namespace

StreamCall::StreamCall(CapturedCall&& captured,
                       grpc::internal::RpcMethod::RpcType type,
                       std::unique_ptr<StreamDriver> driver)
    : runtime_(captured.plan.runtime()),
      driver_(std::move(driver)),
      machine_(std::move(captured), type, *driver_),
      effect_runner_(machine_, *driver_),
      in_place_batches_(machine_) {}

std::shared_ptr<StreamCall> StreamCall::Create(
    CapturedCall&& captured, grpc::internal::RpcMethod::RpcType type,
    std::unique_ptr<StreamDriver> driver,
    std::optional<ApplicationQueue> in_place) {
  std::shared_ptr<StreamCall> call(
      new StreamCall(std::move(captured), type, std::move(driver)));
  call->driver_->Bind(call);
  if (in_place.has_value()) call->machine_.WatchFirstAttempt(*in_place);
  call->machine_.SetOwner(call);
  return call;
}

void StreamCall::Take(InterceptorBatchMethods& batch,
                      InterceptorBatchMethods* held) {
  StreamSending sending = TakeSending(batch, /*wants_metadata=*/!began_);
  began_ = began_ || sending.metadata.has_value();
  Do([held, sending = std::move(sending)](StreamMachine& machine,
                                          StreamEffects& effects) mutable {
    machine.OnSend(std::move(sending), held, effects);
  });
}

void StreamCall::Receive(InterceptorBatchMethods* batch) {
  Do([batch](StreamMachine& machine, StreamEffects& effects) {
    machine.OnReceive(WishOf(*batch), batch, effects);
  });
}

void StreamCall::OnBatch(InterceptorBatchMethods* batch) {
  Do([batch, self = this](StreamMachine& /*machine*/, StreamEffects& effects) {
    self->in_place_batches_.OnBatch(batch, effects);
  });
}

void StreamCall::OnStatus(InterceptorBatchMethods* batch) {
  Do([batch](StreamMachine& machine, StreamEffects& effects) {
    machine.in_place().OnStatus(*batch->GetRecvStatus(), effects);
    effects.proceed = batch;
  });
}

void StreamCall::OnMessage(InterceptorBatchMethods* batch) {
  awaits_message_.store(false, std::memory_order_relaxed);
  Do([batch](StreamMachine& machine, StreamEffects& effects) {
    machine.in_place().OnLaterMessage();
    effects.proceed = batch;
  });
}

void StreamCall::NoteStage() {
  if (passes() ||
      machine().in_place().stream().stage != InPlaceStream::Stage::kPasses) {
    return;
  }
  awaits_message_.store(machine().in_place().AwaitsMessage(),
                        std::memory_order_relaxed);
  passes_.store(true, std::memory_order_release);
}

void StreamCall::Cancel() {
  Do([](StreamMachine& machine, StreamEffects& effects) {
    machine.OnCancel(effects);
  });
}

void StreamCall::Abandon() {
  machine_.ReleaseContext();
  Do([](StreamMachine& machine, StreamEffects& effects) {
    machine.OnAbandon(effects);
  });
  // When all that was asked for has been done.
  strand_.Run(
      [self = shared_from_this()] { self->driver_->OnAbandoned(self); });
}

void StreamCall::OnTimer() {
  Do([](StreamMachine& machine, StreamEffects& effects) {
    machine.OnTimer(effects);
  });
}

void StreamCall::OnParentEnd() {
  Do([](StreamMachine& machine, StreamEffects& effects) {
    machine.OnParentEnd(effects);
  });
}

void StreamCall::OnRetryStop() {
  Do([](StreamMachine& machine, StreamEffects& effects) {
    machine.OnRetryStop(effects);
  });
}

void StreamCall::OnConnected() {
  Do([](StreamMachine& machine, StreamEffects& /*effects*/) {
    machine.OnConnected();
  });
}

void StreamCall::OnStreamEvent(const std::shared_ptr<StreamAttempt>& attempt,
                               StreamEvent event, bool ok) {
  // It may be decoded at once, and other streams share the thread that polls.
  if (event == StreamEvent::kRead && ok && driver_->buffers() &&
      attempt->message.Length() > kLargeMessage) {
    return runtime_.Post([self = shared_from_this(), attempt] {
      self->Do([attempt](StreamMachine& machine, StreamEffects& effects) {
        machine.OnEvent(attempt, StreamEvent::kRead, true, effects);
      });
    });
  }
  Do([attempt, event, ok](StreamMachine& machine, StreamEffects& effects) {
    machine.OnEvent(attempt, event, ok, effects);
  });
}

}  // namespace baton::rpc
