// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/served_unary_call.h"

#include <utility>

#include "baton/rpc/grpc/callback_threads.h"
#include "baton/rpc/unary/driver/attempt_pollers.h"
#include "baton/rpc/unary/in_place_attempt.h"

namespace baton::rpc {
namespace {

bool AsksForResponse(InterceptorBatchMethods& batch) {
  return batch.QueryInterceptionHookPoint(Hook::PRE_RECV_INITIAL_METADATA) ||
         batch.QueryInterceptionHookPoint(Hook::PRE_RECV_MESSAGE) ||
         batch.QueryInterceptionHookPoint(Hook::PRE_RECV_STATUS);
}

// Returns where attempts of asynchronous calls run. gRPC's callback threads
// would not do for callback calls: while callbacks of the application block
// them, Baton would not see that an attempt has been answered, and would hedge
// it.
AttemptExecutor& ExecutorForQueues() { return ProcessAttemptPollers().Next(); }
AttemptExecutor& ExecutorForCallbacks() {
  KeepCallbackThreads();
  return ProcessAttemptPollers().Next();
}

}  // namespace

ServedUnaryCall::ServedUnaryCall(CallPlan&& plan, grpc::ClientContext& context,
                                 ParentCall&& parent)
    : context_(context), plan_(std::move(plan)), parent_(std::move(parent)) {}

ServedUnaryCall::ServedUnaryCall(CallPlan&& plan, grpc::ClientContext& context,
                                 ParentCall&& parent, StartedInPlace&& started)
    : context_(context), in_place_(true) {
  CapturedCall captured{std::move(plan), &context_,        {}, {},
                        nullptr,         std::move(parent)};
  grpc::ByteBuffer(&started.request, 1).Swap(&captured.request);
  Create(std::move(captured), started.style);
  unary_->ResumeInPlace(std::move(started));
  started_ = unary_.get();
}

ServedUnaryCall::~ServedUnaryCall() {
  if (unary_ != nullptr && !unary_->HasEnded()) unary_->Abandon();
}

void ServedUnaryCall::Cancel() {
  cancelled_ = true;
  if (UnaryCall* const unary = started_) unary->Cancel();
}

std::optional<CallReport> ServedUnaryCall::Report() const {
  const UnaryCall* const unary = started_;
  return unary == nullptr ? std::nullopt : unary->Report();
}

bool ServedUnaryCall::FirstIsInPlace(InterceptorBatchMethods& batch,
                                     CallStyle style) {
  return plan_->channel->first_attempts_in_place() && !cancelled_ &&
         InPlaceAttempt::Fits(*plan_) && InPlaceAttempt::Fits(batch, style);
}

AsyncDriver* ServedUnaryCall::Create(CapturedCall&& captured, CallStyle style) {
  Runtime& runtime = captured.plan.runtime();
  if (style == CallStyle::kSync) {
    auto driver = std::make_unique<InlineDriver>(runtime);
    inline_driver_ = driver.get();
    unary_ = UnaryCall::Create(std::move(captured), std::move(driver));
    return nullptr;
  }
  auto driver = std::make_unique<AsyncDriver>(style == CallStyle::kCallback
                                                  ? &ExecutorForCallbacks
                                                  : &ExecutorForQueues,
                                              runtime);
  AsyncDriver* const async_driver = driver.get();
  unary_ = UnaryCall::Create(std::move(captured), std::move(driver));
  async_driver->Drive(unary_);
  return async_driver;
}

void ServedUnaryCall::Begin(InterceptorBatchMethods* batch) {
  const CallStyle style = StyleOf(*batch);
  in_place_ = FirstIsInPlace(*batch, style);
  CapturedCall captured{*std::move(plan_), &context_,         {}, {},
                        nullptr,           std::move(parent_)};
  if (in_place_) {
    captured.request = *batch->GetSerializedSendMessage();
  } else {
    // The application's own call sends nothing, so its metadata can be moved.
    captured.metadata = std::move(*batch->GetSendInitialMetadata());
    captured.request.Swap(batch->GetSerializedSendMessage());
    captured.channel_below = batch->GetInterceptedChannel();
    captured.reads_metadata =
        style != CallStyle::kSync && batch->GetRecvStatus() == nullptr;
  }
  const bool is_async = Create(std::move(captured), style) != nullptr;
  if (in_place_) unary_->StartInPlace(*batch);
  started_ = unary_.get();
  if (cancelled_) {
    unary_->Cancel();
  } else if (is_async && !in_place_) {
    unary_->Begin();
  }
  if (in_place_) return batch->Proceed();
  // Runs the interceptor again for the receive operations of the batch.
  batch->Hijack();
}

void ServedUnaryCall::OnBatch(InterceptorBatchMethods* batch) {
  if (in_place_ && batch->QueryInterceptionHookPoint(Hook::POST_RECV_STATUS)) {
    return EndInPlace(batch);
  }
  if (AsksForResponse(*batch)) return Serve(batch);
  batch->Proceed();
}

void ServedUnaryCall::Serve(InterceptorBatchMethods* batch) {
  // Completing the batch may destroy the context, and this object with it.
  const std::shared_ptr<UnaryCall> unary = unary_;
  InlineDriver* const inline_driver = inline_driver_;
  unary->Complete(batch);
  if (inline_driver == nullptr) return;
  inline_driver->Run([&unary] { unary->Begin(); },
                     [&unary] { unary->OnTimer(); });
}

void ServedUnaryCall::EndInPlace(InterceptorBatchMethods* batch) {
  // May destroy this object, unless the call is synchronous: its thread is
  // here.
  InlineDriver* const inline_driver = inline_driver_;
  unary_->OnInPlaceEnd(batch);
  if (inline_driver == nullptr || inline_driver->HasFinished()) return;
  // A further attempt follows, or another thread brings the call to its end.
  const std::shared_ptr<UnaryCall> unary = unary_;
  inline_driver->Run([] {}, [&unary] { unary->OnTimer(); });
}

}  // namespace baton::rpc
