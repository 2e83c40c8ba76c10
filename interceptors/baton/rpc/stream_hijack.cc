// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream_hijack.h"

#include <utility>

#include "baton/rpc/stream_batch.h"

namespace baton::rpc {
namespace {

using RpcType = grpc::internal::RpcMethod::RpcType;

RpcType ToRpcType(ClientRpcInfo::Type type) {
  switch (type) {
    case ClientRpcInfo::Type::CLIENT_STREAMING:
      return RpcType::CLIENT_STREAMING;
    case ClientRpcInfo::Type::SERVER_STREAMING:
      return RpcType::SERVER_STREAMING;
    default:
      return RpcType::BIDI_STREAMING;
  }
}

}  // namespace

StreamHijack::StreamHijack(CapturedCall&& captured, ClientRpcInfo::Type type) {
  auto driver = std::make_unique<InlineStreamDriver>();
  driver_ = driver.get();
  call_ = StreamCall::Create(std::move(captured), ToRpcType(type),
                             std::move(driver));
}

StreamHijack::~StreamHijack() { call_->Abandon(); }

void StreamHijack::Hijack(InterceptorBatchMethods* first) {
  call_->Open(*first);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    first_ = first;
  }
  // Runs OnBatch() with it, for what it receives.
  first->Hijack();
}

void StreamHijack::OnBatch(InterceptorBatchMethods* batch) {
  if (!hijacked_.load(std::memory_order_acquire)) AwaitHijack(batch);
  // The batch may be the last one.
  const std::shared_ptr<StreamCall> call = call_;
  const auto on_timer = [&call] { call->OnTimer(); };
  if (SendsSomething(*batch)) {
    driver_->Run(
        batch, [&] { call->Send(batch); }, on_timer);
  } else if (ReceivesSomething(*batch)) {
    driver_->Run(
        batch, [&] { call->Receive(batch); }, on_timer);
  } else {
    batch->Proceed();
  }
}

void StreamHijack::AwaitHijack(InterceptorBatchMethods* batch) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (batch == first_) {
    // It is back, so it is hijacked.
    hijacked_.store(true, std::memory_order_release);
    changed_.notify_all();
    return;
  }
  changed_.wait(lock, [this] { return hijacked_.load(); });
}

}  // namespace baton::rpc
