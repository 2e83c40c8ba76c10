// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/client/client_interceptor.h"

#include <utility>

#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/call/plan/plan_call.h"
#include "baton/rpc/grpc/attempt_creation.h"
#include "baton/rpc/grpc/call_style.h"
#include "baton/rpc/pass_through/pass_through_call.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/request/request_link.h"
#include "baton/rpc/runtime/thread_lane.h"
#include "baton/rpc/stream/stream_hijack.h"
#include "baton/rpc/stream/stream_watch.h"
#include "baton/rpc/unary/healthy_call.h"
#include "baton/rpc/unary/served_unary_call.h"

namespace baton::rpc {
namespace {

using grpc::internal::RpcMethod;

bool HasHook(InterceptorBatchMethods& batch, Hook hook) {
  return batch.QueryInterceptionHookPoint(hook);
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

void ChooseKey(InterceptorBatchMethods& first, CallPlan& plan) {
  if (HasHook(first, Hook::PRE_SEND_INITIAL_METADATA)) {
    plan.ChooseIdempotencyKey(*first.GetSendInitialMetadata());
  }
}

}  // namespace

ClientInterceptor::ClientInterceptor(
    ClientRpcInfo& info, std::shared_ptr<const ChannelState> channel)
    : type_(info.type()),
      context_(*info.client_context()),
      channel_(std::move(channel)),
      method_(info.method(), channel_->target().methods()),
      request_(RequestLink::RequestOf(context_)),
      membership_(MembershipOf(context_)),
      parent_(context_) {
  if (ContextExtension* const extension = ContextExtension::Find(context_)) {
    extension->NoteCall();
  }
}

void ClientInterceptor::Intercept(InterceptorBatchMethods* batch) {
  if (HasHook(*batch, Hook::PRE_SEND_CANCEL)) {
    OnCancel();
    return batch->Proceed();
  }
  const bool is_first =
      !decided_.load(std::memory_order_acquire) && Decide(*batch);
  ServedCall* const served = owned_.get();
  if (served == nullptr) return batch->Proceed();
  // This may end the life of the batch and of this object.
  is_first ? served->Begin(batch) : served->OnBatch(batch);
}

std::optional<CallReport> ClientInterceptor::Report() const {
  const ServedCall* const served = served_;
  return served == nullptr ? std::nullopt : served->Report();
}

void ClientInterceptor::OnCancel() {
  cancelled_ = true;
  if (ServedCall* const served = served_) served->Cancel();
}

bool ClientInterceptor::Decide(InterceptorBatchMethods& first) {
  bool is_first = false;
  const auto decide = [&] {
    DecideNow(first);
    is_first = true;
  };
  // The batches of a unary call start one after the other.
  if (type_ == ClientRpcInfo::Type::UNARY) {
    decide();
  } else {
    std::call_once(deciding_, decide);
  }
  return is_first;
}

void ClientInterceptor::DecideNow(InterceptorBatchMethods& first) {
  if (type_ == ClientRpcInfo::Type::UNARY) {
    owned_ = ServeUnary(first);
  } else if (type_ != ClientRpcInfo::Type::UNKNOWN) {
    owned_ = ServeStream(first);
  }
  served_ = owned_.get();
  if (cancelled_ && owned_ != nullptr) owned_->Cancel();
  decided_.store(true, std::memory_order_release);
}

CallPlan ClientInterceptor::Plan() {
  return PlanCall(std::move(channel_), std::move(method_), KindOf(type_),
                  context_, std::move(request_), std::move(membership_));
}

std::shared_ptr<ServedCall> ClientInterceptor::ServeUnary(
    InterceptorBatchMethods& first) {
  auto healthy = std::make_shared<HealthyCall>([this] { return Plan(); },
                                               context_, std::move(parent_));
  CallPlan& plan = healthy->plan();
  ChooseKey(first, plan);
  // gRPC sends no message if it is an invalid ByteBuffer. Such a call makes one
  // attempt, because Baton has no request to send again.
  const bool needs_attempts =
      HasHook(first, Hook::PRE_SEND_MESSAGE) && plan.NeedsAttempts();
  if (!cancelled_ && healthy->Fits(first, needs_attempts)) return healthy;
  if (!needs_attempts) {
    return std::make_shared<PassThroughCall>(std::move(plan), context_);
  }
  return std::make_shared<ServedUnaryCall>(std::move(plan), context_,
                                           std::move(healthy->parent()));
}

std::shared_ptr<ServedCall> ClientInterceptor::ServeStream(
    InterceptorBatchMethods& first) {
  CallPlan plan = Plan();
  ChooseKey(first, plan);
  // gRPC ends a stream that the application has already cancelled.
  if (cancelled_ || !plan.NeedsAttempts()) {
    return std::make_shared<PassThroughCall>(std::move(plan), context_);
  }
  const bool in_place =
      plan.channel->first_attempts_in_place() && StreamWatch::Fits(plan, first);
  CapturedCall captured;
  captured.plan = std::move(plan);
  captured.application_context = &context_;
  captured.parent = std::move(parent_);
  const RpcMethod::RpcType type = ToRpcType(type_);
  if (in_place) {
    return std::make_shared<StreamWatch>(std::move(captured), type, first);
  }
  captured.channel_below = first.GetInterceptedChannel();
  return std::make_shared<StreamHijack>(std::move(captured), type,
                                        IsSynchronous(first));
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
