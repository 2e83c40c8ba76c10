// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/client/client_interceptor.h"

#include <type_traits>
#include <utility>

#include "baton/rpc/grpc/attempt_creation.h"
#include "baton/rpc/grpc/callback_threads.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/request/request_link.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/runtime/thread_lane.h"
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
AttemptExecutor& ExecutorForQueues() { return ProcessAttemptPollers().Next(); }
AttemptExecutor& ExecutorForCallbacks() {
  KeepCallbackThreads();
  return ProcessAttemptPollers().Next();
}

// Constructs an object in place from the result of a function.
template <typename Make>
struct Made {
  Make make;
  operator std::invoke_result_t<Make>() && { return make(); }  // NOLINT
};
template <typename Make>
Made(Make) -> Made<Make>;

}  // namespace

ClientInterceptor::ClientInterceptor(
    ClientRpcInfo& info, std::shared_ptr<const ChannelState> channel)
    : type_(info.type()),
      context_(*info.client_context()),
      channel_(std::move(channel)),
      method_(info.method()),
      request_(RequestLink::RequestOf(context_)),
      membership_(MembershipOf(context_)),
      parent_(context_) {
  if (ContextExtension* const extension = ContextExtension::Find(context_)) {
    extension->NoteCall();
  }
}

ClientInterceptor::~ClientInterceptor() {
  if (unary_ != nullptr && !unary_->HasEnded()) unary_->Abandon();
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
  if (pass_through_ != nullptr) pass_through_->OnBatch(*batch, cancelled_);
  batch->Proceed();
}

std::optional<CallReport> ClientInterceptor::Report() const {
  if (!decided_.load(std::memory_order_acquire)) return std::nullopt;
  if (pass_through_ != nullptr) return pass_through_->Report();
  const UnaryCall* const unary = started_unary_;
  return unary == nullptr ? std::nullopt : unary->Report();
}

void ClientInterceptor::OnCancel() {
  cancelled_ = true;
  if (UnaryCall* const unary = started_unary_) unary->Cancel();
  if (StreamHijack* const stream = started_stream_) stream->Cancel();
  if (StreamWatch* const watch = started_watch_) watch->Cancel();
}

bool ClientInterceptor::Decide(InterceptorBatchMethods& first) {
  // The batches of a unary call start one after the other.
  if (type_ == ClientRpcInfo::Type::UNARY) return DecideNow(first);
  bool hijack = false;
  std::call_once(deciding_, [&] { hijack = DecideNow(first); });
  return hijack;
}

bool ClientInterceptor::DecideNow(InterceptorBatchMethods& first) {
  bool hijack = false;
  if (type_ != ClientRpcInfo::Type::UNKNOWN) {
    plan_.emplace(Made{[this] {
      return PlanCall(std::move(channel_), std::move(method_), KindOf(type_),
                      context_, std::move(request_), std::move(membership_));
    }});
    if (HasHook(first, Hook::PRE_SEND_INITIAL_METADATA)) {
      plan_->ChooseIdempotencyKey(*first.GetSendInitialMetadata());
    }
    // gRPC sends no message if it is an invalid ByteBuffer. Such a call makes
    // one attempt, because Baton has no request to send again.
    const bool has_request = type_ != ClientRpcInfo::Type::UNARY ||
                             HasHook(first, Hook::PRE_SEND_MESSAGE);
    hijack = has_request && plan_->NeedsAttempts();
    if (hijack && type_ != ClientRpcInfo::Type::UNARY) TakeStream(first);
    if (!hijack) {
      pass_through_ = std::make_unique<PassThroughCall>(*plan_, context_);
    }
  }
  decided_.store(true, std::memory_order_release);
  return hijack;
}

void ClientInterceptor::TakeStream(InterceptorBatchMethods& first) {
  const bool in_place = plan_->channel->first_attempts_in_place() &&
                        !cancelled_ && StreamWatch::Fits(*plan_, first);
  CapturedCall captured;
  captured.plan = *std::move(plan_);
  captured.application_context = &context_;
  captured.channel_below = first.GetInterceptedChannel();
  captured.parent = std::move(parent_);
  const RpcMethod::RpcType type = ToRpcType(type_);
  if (in_place) {
    watch_ = std::make_unique<StreamWatch>(std::move(captured), type, first);
    started_watch_ = watch_.get();
    if (cancelled_) watch_->Cancel();
  } else {
    stream_ = std::make_unique<StreamHijack>(std::move(captured), type,
                                             IsSynchronous(first));
    started_stream_ = stream_.get();
    if (cancelled_) stream_->Cancel();
  }
}

bool ClientInterceptor::FirstIsInPlace(InterceptorBatchMethods& batch,
                                       CallStyle style) {
  return plan_->channel->first_attempts_in_place() && !cancelled_ &&
         InPlaceAttempt::Fits(*plan_) && InPlaceAttempt::Fits(batch, style);
}

void ClientInterceptor::Begin(InterceptorBatchMethods* batch) {
  const CallStyle style = StyleOf(*batch);
  const bool in_place = FirstIsInPlace(*batch, style);
  Runtime& runtime = plan_->runtime();
  CapturedCall captured{*std::move(plan_), &context_,         {}, {},
                        nullptr,           std::move(parent_)};
  if (in_place) {
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
    auto inline_driver = std::make_unique<InlineDriver>(runtime);
    inline_driver_ = inline_driver.get();
    driver = std::move(inline_driver);
  } else {
    auto owned = std::make_unique<AsyncDriver>(style == CallStyle::kCallback
                                                   ? &ExecutorForCallbacks
                                                   : &ExecutorForQueues,
                                               runtime);
    async_driver = owned.get();
    driver = std::move(owned);
  }
  unary_ = std::make_shared<UnaryCall>(std::move(captured), std::move(driver));
  if (async_driver != nullptr) async_driver->Drive(unary_);
  if (in_place) unary_->StartInPlace(*batch);
  in_place_ = in_place;
  started_unary_ = unary_.get();
  if (cancelled_) {
    unary_->Cancel();
  } else if (async_driver != nullptr && !in_place) {
    unary_->Begin();
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
  // May destroy this object, unless the call is synchronous: its thread is
  // here.
  InlineDriver* const inline_driver = inline_driver_;
  unary_->OnInPlaceEnd(batch);
  if (inline_driver == nullptr || inline_driver->HasFinished()) return;
  // A further attempt follows, or another thread brings the call to its end.
  const std::shared_ptr<UnaryCall> unary = unary_;
  inline_driver->Run([] {}, [&unary] { unary->OnTimer(); });
}

ClientInterceptorFactory::ClientInterceptorFactory(
    const std::shared_ptr<const ChannelState>& channel) {
  for (Owner& owner : owners_) {
    const auto holder =
        std::make_shared<const std::shared_ptr<const ChannelState>>(channel);
    owner.channel = std::shared_ptr<const ChannelState>(holder, channel.get());
  }
}

Interceptor* ClientInterceptorFactory::CreateClientInterceptor(
    ClientRpcInfo* info) {
  if (AttemptCreation::IsOf(info->client_context())) return nullptr;
  return new ClientInterceptor(*info, owners_[ThreadLane() % kOwners].channel);
}

}  // namespace baton::rpc
