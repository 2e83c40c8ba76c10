// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CLIENT_CLIENT_INTERCEPTOR_H_
#define BATON_RPC_CLIENT_CLIENT_INTERCEPTOR_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>

#include "baton/call_report.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/served_call.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/channel/method_name.h"
#include "baton/rpc/grpc/attempt_context.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/request/call_group.h"
#include "baton/rpc/request/found_request.h"

namespace baton::rpc {

// The interceptor of one application call. When the first batch of the call
// starts, it creates the object that serves the call. After that it only
// forwards hooks to this object. Owned by the application context, and owns the
// other object.
class ClientInterceptor final : public Interceptor, public ReportSource {
 public:
  ClientInterceptor(ClientRpcInfo& info,
                    std::shared_ptr<const ChannelState> channel);

  void Intercept(InterceptorBatchMethods* batch) override;
  std::optional<CallReport> Report() const override;

 private:
  // Creates `owned_` at the first batch of the call. Returns whether `first` is
  // this batch.
  bool Decide(InterceptorBatchMethods& first);
  void DecideNow(InterceptorBatchMethods& first);
  // Returns the plan of the call. Called once.
  CallPlan Plan();
  std::shared_ptr<ServedCall> ServeUnary(InterceptorBatchMethods& first);
  std::shared_ptr<ServedCall> ServeStream(InterceptorBatchMethods& first);
  void OnCancel();

  const ClientRpcInfo::Type type_;
  grpc::ClientContext& context_;
  // The parts of the plan that belong to the creation of the call. The
  // application may start the call much later.
  std::shared_ptr<const ChannelState> channel_;
  MethodName method_;
  FoundRequest request_;
  CallMembership membership_;
  ParentCall parent_;

  // The first two batches of a stream may start at the same time. Baton decides
  // without a lock of its own, because observers run during the decision.
  std::once_flag deciding_;
  std::atomic<bool> decided_{false};
  // Set once, before `decided_`. Null if gRPC does not name the type of the
  // call.
  std::shared_ptr<ServedCall> owned_;
  // Any thread may cancel the call, even before Baton has decided about it.
  // OnCancel() sets `cancelled_` and then reads `served_`. The decision sets
  // `served_` and then reads `cancelled_`. One of them therefore sees what the
  // other has set.
  std::atomic<bool> cancelled_{false};
  std::atomic<ServedCall*> served_{nullptr};
};

// Creates a ClientInterceptor for every call of a channel. Owned by the
// channel. Thread-safe.
class ClientInterceptorFactory final
    : public ClientInterceptorFactoryInterface {
 public:
  explicit ClientInterceptorFactory(
      const std::shared_ptr<const ChannelState>& channel);

  Interceptor* CreateClientInterceptor(ClientRpcInfo* info) override;

 private:
  static constexpr std::size_t kOwners = 16;
  // Two cache lines of 64 bytes, because some processors load cache lines in
  // pairs.
  static constexpr std::size_t kOwnerAlignment = 128;

  // A pointer with its own reference count. Calls of different threads use
  // different counts, so that they do not write to the same cache line.
  struct alignas(kOwnerAlignment) Owner {
    std::shared_ptr<const ChannelState> channel;
  };

  std::array<Owner, kOwners> owners_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CLIENT_CLIENT_INTERCEPTOR_H_
