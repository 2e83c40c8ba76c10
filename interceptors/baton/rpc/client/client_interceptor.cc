// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/client/client_interceptor.h"

#include <utility>

#include "baton/rpc/grpc/attempt_creation.h"
#include "baton/rpc/grpc/callback_threads.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/request/request_link.h"
#include "baton/rpc/unary/async_driver.h"
#include "baton/rpc/unary/attempt_pollers.h"
#include "baton/rpc/unary/in_place_attempt.h"

namespace baton::rpc {
namespace {

using grpc::internal::RpcMethod;

bool HasHook(InterceptorBatchMethods& batch, Hook hook) {
  return batch.QueryInterceptionHookPoint(hook);
}

bool AsksForResponse(InterceptorBatchMethods& batch) {
  return HasHook(batch, Hook::PRE_RECV_INITIAL_METADATA) ||
         HasHook(batch, Hook::PRE_RECV_MESSAGE) ||
         HasHook(batch, Hook::PRE_RECV_STATUS);
}

CallKind KindOf(ClientRpcInfo::Type type) {
  switch (type) {
    case ClientRpcInfo::Type::UNARY:
      return CallKind::kUnary;
    case ClientRpcInfo::Type::SERVER_STREAMING:
      return CallKind::kServerStreaming;
    default:
      return CallKind::kStreaming;
  }
}

// Returns the type of the attempts of a stream.
RpcMethod::RpcType ToRpcType(ClientRpcInfo::Type type) {
  switch (type) {
    case ClientRpcInfo::Type::CLIENT_STREAMING:
      return RpcMethod::CLIENT_STREAMING;
    case ClientRpcInfo::Type::SERVER_STREAMING:
      return RpcMethod::SERVER_STREAMING;
    default:
      return RpcMethod::BIDI_STREAMING;
  }
}

// Returns where attempts of asynchronous calls run. gRPC's callback threads
// would not do for callback calls: while callbacks of the application block
// them, Baton would not see that an attempt has been answered, and would hedge
// it.
AttemptExecutor& ExecutorFor(CallStyle style) {
  if (style == CallStyle::kCallback) KeepCallbackThreads();
  return ProcessAttemptPollers().Next();
}

}  // namespace

ClientInterceptor::ClientInterceptor(
    ClientRpcInfo& info, std::shared_ptr<const ChannelState> channel)
    : channel_(std::move(channel)),
      type_(info.type()),
      context_(*info.client_context()),
      method_(info.method()),
      request_(RequestLink::RequestOf(context_)),
      membership_(MembershipOf(context_)),
      parent_(context_) {
  if (ContextExtension* const extension = ContextExtension::Find(context_)) {
    extension->NoteCall();
  }
}

ClientInterceptor::~ClientInterceptor() {
  if (unary_ != nullptr) unary_->Abandon();
}

void ClientInterceptor::Intercept(InterceptorBatchMethods* batch) {
  if (HasHook(*batch, Hook::PRE_SEND_CANCEL)) {
    OnCancel();
    batch->Proceed();
    return;
  }
  // Each of these functions may end the life of the batch and of this object.
  if (!decided_.load(std::memory_order_acquire) && Decide(*batch) &&
      watch_ == nullptr) {
    return stream_ != nullptr ? stream_->Hijack(batch) : Begin(batch);
  }
  if (watch_ != nullptr) return watch_->OnBatch(batch);
  if (stream_ != nullptr) return stream_->OnBatch(batch);
  if (in_place_ && HasHook(*batch, Hook::POST_RECV_STATUS)) {
    return EndInPlace(batch);
  }
  if (unary_ != nullptr && AsksForResponse(*batch)) return Serve(batch);
  if (pass_through_.has_value()) pass_through_->OnBatch(*batch, IsCancelled());
  batch->Proceed();
}

void ClientInterceptor::OnCancel() {
  std::shared_ptr<UnaryCall> unary;
  StreamHijack* stream = nullptr;
  StreamWatch* watch = nullptr;
  {
    const MutexLock lock(mutex_);
    cancelled_ = true;
    unary = unary_;
    stream = stream_.get();
    watch = watch_.get();
  }
  if (unary != nullptr) unary->Cancel();
  if (stream != nullptr) stream->Cancel();
  if (watch != nullptr) watch->Cancel();
}

bool ClientInterceptor::IsCancelled() {
  const MutexLock lock(mutex_);
  return cancelled_;
}

bool ClientInterceptor::Decide(InterceptorBatchMethods& first) {
  bool hijack = false;
  std::call_once(deciding_, [&] {
    if (type_ != ClientRpcInfo::Type::UNKNOWN) {
      plan_ = PlanCall(channel_, std::move(method_), KindOf(type_), context_,
                       std::move(request_), std::move(membership_));
      if (HasHook(first, Hook::PRE_SEND_INITIAL_METADATA)) {
        plan_.ChooseIdempotencyKey(*first.GetSendInitialMetadata());
      }
      // gRPC sends no message if it is an invalid ByteBuffer. Such a call makes
      // one attempt, because Baton has no request to send again.
      const bool has_request = type_ != ClientRpcInfo::Type::UNARY ||
                               HasHook(first, Hook::PRE_SEND_MESSAGE);
      hijack = has_request && plan_.NeedsAttempts();
      if (hijack && type_ != ClientRpcInfo::Type::UNARY) TakeStream(first);
      if (!hijack) pass_through_.emplace(plan_, context_);
    }
    decided_.store(true, std::memory_order_release);
  });
  return hijack;
}

void ClientInterceptor::TakeStream(InterceptorBatchMethods& first) {
  const bool in_place =
      channel_->first_attempts_in_place() && !IsCancelled() &&
      StreamWatch::Fits(plan_, parent_.get() != nullptr, first);
  CapturedCall captured;
  captured.plan = std::move(plan_);
  captured.application_context = &context_;
  captured.channel_below = first.GetInterceptedChannel();
  captured.parent = std::move(parent_);
  const RpcMethod::RpcType type = ToRpcType(type_);
  std::unique_ptr<StreamHijack> stream;
  std::unique_ptr<StreamWatch> watch;
  if (in_place) {
    watch = std::make_unique<StreamWatch>(std::move(captured), type, first);
  } else {
    stream = std::make_unique<StreamHijack>(std::move(captured), type,
                                            IsSynchronous(first));
  }
  bool cancelled = false;
  {
    const MutexLock lock(mutex_);
    stream_ = std::move(stream);
    watch_ = std::move(watch);
    cancelled = cancelled_;
  }
  if (!cancelled) return;
  watch_ != nullptr ? watch_->Cancel() : stream_->Cancel();
}

bool ClientInterceptor::FirstIsInPlace(InterceptorBatchMethods& batch,
                                       CallStyle style) {
  return channel_->first_attempts_in_place() && !IsCancelled() &&
         InPlaceAttempt::Fits(plan_, parent_.get() != nullptr) &&
         InPlaceAttempt::Fits(batch, style);
}

void ClientInterceptor::Begin(InterceptorBatchMethods* batch) {
  const CallStyle style = StyleOf(*batch);
  const bool in_place = FirstIsInPlace(*batch, style);
  CapturedCall captured;
  captured.plan = std::move(plan_);
  captured.application_context = &context_;
  captured.parent = std::move(parent_);
  if (in_place) {
    captured.metadata = *batch->GetSendInitialMetadata();
    captured.request = *batch->GetSerializedSendMessage();
  } else {
    // The application's own call sends nothing, so its metadata can be moved.
    captured.metadata = std::move(*batch->GetSendInitialMetadata());
    captured.request.Swap(batch->GetSerializedSendMessage());
    captured.channel_below = batch->GetInterceptedChannel();
    captured.reads_metadata =
        style != CallStyle::kSync && batch->GetRecvStatus() == nullptr;
  }

  std::unique_ptr<CallDriver> driver;
  AsyncDriver* async_driver = nullptr;
  if (style == CallStyle::kSync) {
    auto inline_driver = std::make_unique<InlineDriver>(channel_->runtime());
    inline_driver_ = inline_driver.get();
    driver = std::move(inline_driver);
  } else {
    auto owned =
        std::make_unique<AsyncDriver>(ExecutorFor(style), channel_->runtime());
    async_driver = owned.get();
    driver = std::move(owned);
  }
  auto unary =
      std::make_shared<UnaryCall>(std::move(captured), std::move(driver));
  if (async_driver != nullptr) {
    async_driver->OnTimer([call = std::weak_ptr<UnaryCall>(unary),
                           &runtime = channel_->runtime()] {
      runtime.Post([call] {
        if (const auto alive = call.lock()) alive->OnTimer();
      });
    });
  }
  if (in_place) unary->StartInPlace(*batch);
  in_place_ = in_place;
  bool cancelled = false;
  {
    const MutexLock lock(mutex_);
    unary_ = unary;
    cancelled = cancelled_;
  }
  if (cancelled) {
    unary->Cancel();
  } else if (async_driver != nullptr && !in_place) {
    unary->Begin();
  }
  if (in_place) return batch->Proceed();
  // Runs this interceptor again for the receive operations of the batch.
  batch->Hijack();
}

void ClientInterceptor::Serve(InterceptorBatchMethods* batch) {
  // Completing the batch may destroy the context, and this object with it.
  const std::shared_ptr<UnaryCall> unary = unary_;
  InlineDriver* const inline_driver = inline_driver_;
  unary->Complete(batch);
  if (inline_driver == nullptr) return;
  inline_driver->Run([&unary] { unary->Begin(); },
                     [&unary] { unary->OnTimer(); });
}

void ClientInterceptor::EndInPlace(InterceptorBatchMethods* batch) {
  const std::shared_ptr<UnaryCall> unary = unary_;
  if (inline_driver_ == nullptr) return unary->OnInPlaceEnd(batch);
  inline_driver_->Run([&unary, batch] { unary->OnInPlaceEnd(batch); },
                      [&unary] { unary->OnTimer(); });
}

Interceptor* ClientInterceptorFactory::CreateClientInterceptor(
    ClientRpcInfo* info) {
  if (AttemptCreation::IsOf(info->client_context())) return nullptr;
  return new ClientInterceptor(*info, channel_);
}

}  // namespace baton::rpc
