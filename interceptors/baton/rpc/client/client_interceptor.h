// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CLIENT_CLIENT_INTERCEPTOR_H_
#define BATON_RPC_CLIENT_CLIENT_INTERCEPTOR_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/pass_through_call.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/grpc/attempt_context.h"
#include "baton/rpc/grpc/call_style.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/stream/stream_hijack.h"
#include "baton/rpc/unary/inline_driver.h"
#include "baton/rpc/unary/unary_call.h"

namespace baton::rpc {

// The interceptor of one application call. When the first batch arrives, it
// decides whether Baton makes attempts or the call passes through. After that
// it only forwards events. Owned by the application context. Its destructor
// detects abandoned calls.
class ClientInterceptor final : public Interceptor {
 public:
  ClientInterceptor(ClientRpcInfo& info,
                    std::shared_ptr<const ChannelState> channel);
  ~ClientInterceptor() override;

  void Intercept(InterceptorBatchMethods* batch) override;

 private:
  // Decides at the first batch. Returns whether Baton makes attempts for the
  // call.
  bool Decide(InterceptorBatchMethods& first);
  // Hijacks a stream: moves the plan and the parent into `stream_`.
  void TakeStream(InterceptorBatchMethods& first);
  // Starts the first attempt of a unary call, possibly in place.
  void Begin(InterceptorBatchMethods* batch);
  bool FirstIsInPlace(InterceptorBatchMethods& batch, CallStyle style);
  // Passes the batch to the call, which completes it. For a synchronous call,
  // runs the call until its end.
  void Serve(InterceptorBatchMethods* batch);
  void EndInPlace(InterceptorBatchMethods* batch);
  void OnCancel();
  bool IsCancelled();

  const std::shared_ptr<const ChannelState> channel_;
  const ClientRpcInfo::Type type_;
  grpc::ClientContext& context_;
  CallPlan plan_;  // moved to the hijacked call
  ParentCall parent_;

  // The first two batches of a stream may arrive at the same time. Not done
  // under the mutex, because observers run meanwhile.
  std::once_flag deciding_;
  std::atomic<bool> decided_{false};
  std::optional<PassThroughCall> pass_through_;  // set once, before decided_
  // Only for a synchronous call, whose thread waits in it.
  InlineDriver* inline_driver_ = nullptr;
  bool in_place_ = false;  // set once, before the batch proceeds

  // Any thread may cancel the call, even before the call begins.
  Mutex mutex_;
  bool cancelled_ ABSL_GUARDED_BY(mutex_) = false;
  // Set once, under mutex_. OnCancel() reads it under mutex_. The batches of a
  // call follow one another, so they read it without the lock.
  std::shared_ptr<UnaryCall> unary_;
  // Set once, under mutex_ and before decided_. OnCancel() reads it under
  // mutex_. All others read it after decided_, without the lock.
  std::unique_ptr<StreamHijack> stream_;
};

// Creates a ClientInterceptor for every call of a channel. Owned by the
// channel. Thread-safe.
class ClientInterceptorFactory final
    : public ClientInterceptorFactoryInterface {
 public:
  explicit ClientInterceptorFactory(std::shared_ptr<const ChannelState> channel)
      : channel_(std::move(channel)) {}

  Interceptor* CreateClientInterceptor(ClientRpcInfo* info) override;

 private:
  const std::shared_ptr<const ChannelState> channel_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CLIENT_CLIENT_INTERCEPTOR_H_
