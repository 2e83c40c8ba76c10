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
#include <string>

#include "baton/call_report.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/pass_through_call.h"
#include "baton/rpc/call/report_source.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/grpc/attempt_context.h"
#include "baton/rpc/grpc/call_style.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/request/call_group.h"
#include "baton/rpc/request/found_request.h"
#include "baton/rpc/stream/stream_hijack.h"
#include "baton/rpc/stream/stream_watch.h"
#include "baton/rpc/unary/inline_driver.h"
#include "baton/rpc/unary/unary_call.h"

namespace baton::rpc {

// The interceptor of one application call. When the first batch of the call
// starts, it decides whether Baton makes attempts or the call passes through.
// After that it only forwards events. Owned by the application context. If the
// application destroys the context before the call has ended, the destructor
// abandons the call.
class ClientInterceptor final : public Interceptor, public ReportSource {
 public:
  ClientInterceptor(ClientRpcInfo& info,
                    std::shared_ptr<const ChannelState> channel);
  ~ClientInterceptor() override;

  void Intercept(InterceptorBatchMethods* batch) override;
  // Returns nullopt for a hijacked stream, whose report is in the extension of
  // its context.
  std::optional<CallReport> Report() const override;

 private:
  // Decides what happens to the call, at its first batch. Returns whether Baton
  // makes attempts for it.
  bool Decide(InterceptorBatchMethods& first);
  bool DecideNow(InterceptorBatchMethods& first);
  // Creates `watch_` or `stream_` for a stream that may have several attempts,
  // and moves plan and parent into it.
  void TakeStream(InterceptorBatchMethods& first);
  // Starts the first attempt of a unary call. If possible, this attempt uses
  // the application's own call.
  void Begin(InterceptorBatchMethods* batch);
  // Returns whether the first attempt can use the application's own call.
  bool FirstIsInPlace(InterceptorBatchMethods& batch, CallStyle style);
  // Passes the batch to the unary call, which completes it. A synchronous call
  // runs here on the application's thread until its end.
  void Serve(InterceptorBatchMethods* batch);
  void EndInPlace(InterceptorBatchMethods* batch);
  void OnCancel();

  const ClientRpcInfo::Type type_;
  grpc::ClientContext& context_;
  // The parts of the plan that belong to the creation of the call. Decide()
  // moves them to `plan_`. The application may start the call much later.
  std::shared_ptr<const ChannelState> channel_;
  std::string method_;
  FoundRequest request_;
  CallMembership membership_;
  ParentCall parent_;
  // Set by Decide(). Moved to the call if Baton makes attempts.
  std::optional<CallPlan> plan_;

  // The first two batches of a stream may start at the same time. Baton decides
  // without `mutex_`, because observers run during the decision.
  std::once_flag deciding_;
  std::atomic<bool> decided_{false};
  std::unique_ptr<PassThroughCall> pass_through_;  // set once, before decided_
  // Only for a synchronous call. The application's thread waits in it.
  InlineDriver* inline_driver_ = nullptr;
  bool in_place_ = false;  // set once, before the batch proceeds

  // Set once. All functions but OnCancel() run in batches of the call, and read
  // them without a lock.
  std::shared_ptr<UnaryCall> unary_;
  std::unique_ptr<StreamHijack> stream_;
  // Set in its place if the first attempt of the stream is in place.
  std::unique_ptr<StreamWatch> watch_;
  // Any thread may cancel the call, even before Baton has decided about it.
  // OnCancel() sets `cancelled_` and then reads the pointers. The start of the
  // call sets a pointer and then reads `cancelled_`. One of them therefore sees
  // what the other has set.
  std::atomic<bool> cancelled_{false};
  std::atomic<UnaryCall*> started_unary_{nullptr};
  std::atomic<StreamHijack*> started_stream_{nullptr};
  std::atomic<StreamWatch*> started_watch_{nullptr};
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
