// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_hijack.h"

#include <utility>

#include "baton/rpc/grpc/callback_threads.h"
#include "baton/rpc/stream/driver/async_stream_driver.h"
#include "baton/rpc/stream/stream_batch.h"

namespace baton::rpc {
StreamHijack::StreamHijack(CapturedCall&& captured,
                           grpc::internal::RpcMethod::RpcType type,
                           bool synchronous) {
  Runtime& runtime = captured.plan.runtime();
  std::unique_ptr<StreamDriver> driver;
  if (synchronous) {
    auto inline_driver = std::make_unique<InlineStreamDriver>(runtime);
    inline_driver_ = inline_driver.get();
    driver = std::move(inline_driver);
  } else {
    driver = std::make_unique<AsyncStreamDriver>(runtime);
  }
  call_ = StreamCall::Create(std::move(captured), type, std::move(driver));
}

StreamHijack::~StreamHijack() { call_->Abandon(); }

void StreamHijack::Begin(InterceptorBatchMethods* first) {
  call_->Open(*first);
  {
    const MutexLock lock(mutex_);
    first_ = first;
  }
  // Runs OnBatch() with it, for what it receives.
  first->Hijack();
}

void StreamHijack::OnBatch(InterceptorBatchMethods* batch) {
  if (!hijacked_.load(std::memory_order_acquire)) AwaitHijack(batch);
  // The batch may be the last one.
  const std::shared_ptr<StreamCall> call = call_;
  if (SendsSomething(*batch)) {
    Do(batch, [&] { call->Send(batch); });
  } else if (ReceivesSomething(*batch)) {
    Do(batch, [&] { call->Receive(batch); });
  } else {
    batch->Proceed();
  }
}

template <typename Submit>
void StreamHijack::Do(InterceptorBatchMethods* batch, Submit submit) {
  if (inline_driver_ == nullptr) {
    submit();
    return;
  }
  inline_driver_->Run(batch, submit, [call = call_.get()] { call->OnTimer(); });
}

// Only the callback API begins with a wish for initial metadata alone. Its
// threads must outlive the call: one of ours may still be answering it when the
// application destroys the last channel that they serve.
void StreamHijack::KeepThreadsOf(InterceptorBatchMethods& first) {
  const StreamWish wish = WishOf(first);
  if (inline_driver_ == nullptr && wish.metadata && !wish.message &&
      !wish.status) {
    KeepCallbackThreads();
  }
}

void StreamHijack::AwaitHijack(InterceptorBatchMethods* batch) {
  const MutexLock lock(mutex_);
  if (batch == first_) {
    KeepThreadsOf(*batch);
    // It is back, so it is hijacked.
    hijacked_.store(true, std::memory_order_release);
    changed_.NotifyAll();
    return;
  }
  while (!hijacked_.load()) changed_.Wait(mutex_);
}

}  // namespace baton::rpc
