// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CLIENT_CLIENT_INTERCEPTOR_H_
#define BATON_RPC_CLIENT_CLIENT_INTERCEPTOR_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

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

// Sits on one call of the application and decides, when its first batch comes
// by, whether the call is served by attempts of ours or goes out as it is.
// After that it only passes on what happens. Owned by the call's context, so
// its destructor is where an abandoned call is noticed.
class ClientInterceptor final : public Interceptor {
 public:
  ClientInterceptor(ClientRpcInfo& info,
                    std::shared_ptr<const ChannelState> channel);
  ~ClientInterceptor() override;

  void Intercept(InterceptorBatchMethods* batch) override;

 private:
  // Settles what becomes of the call, at its first batch. True if it is to be
  // served by attempts.
  bool Settle(InterceptorBatchMethods& first);
  // Of a stream that is to be hijacked.
  void TakeStream(InterceptorBatchMethods& first);
  // Makes the first attempt of a unary call, which may be the call itself.
  void Begin(InterceptorBatchMethods* batch);
  bool FirstRides(InterceptorBatchMethods& batch, CallStyle style);
  // Gives the batch to the call to be answered; a synchronous one is driven to
  // its end.
  void Serve(InterceptorBatchMethods* batch);
  void EndRide(InterceptorBatchMethods* batch);
  void OnCancel();
  bool IsCancelled();

  const std::shared_ptr<const ChannelState> channel_;
  const ClientRpcInfo::Type type_;
  grpc::ClientContext& context_;
  CallPlan plan_;  // taken by `unary_`, if the call is hijacked
  ParentCall parent_;

  // A stream's first two batches may come at once. Not under the mutex: an
  // observer hears of the call meanwhile.
  std::once_flag settling_;
  std::atomic<bool> settled_{false};
  std::optional<DirectCall> direct_;  // set once, before settled_
  // Only for a synchronous call; its thread waits there.
  InlineDriver* inline_driver_ = nullptr;
  bool rides_ = false;  // set once, before the batch goes on its way

  // Cancelling comes from any thread, even before the call begins.
  std::mutex mutex_;
  bool cancelled_ = false;            // guarded by mutex_
  std::shared_ptr<UnaryCall> unary_;  // guarded by mutex_ until it is set
  // Set once, before settled_; guarded by mutex_ until then.
  std::unique_ptr<StreamHijack> stream_;
};

// Makes a ClientInterceptor for every call of the channels it is given to.
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
