// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_WATCH_H_
#define BATON_RPC_STREAM_STREAM_WATCH_H_

#include <memory>
#include <optional>

#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/call/served_call.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/stream/driver/sync_watch_driver.h"
#include "baton/rpc/stream/stream_call.h"
#include "grpcpp/impl/rpc_method.h"

namespace baton::rpc {

// A stream of the application whose first attempt uses the application's own
// call. Owned by the interceptor. Thread-safe, as far as the application may
// use a stream from several threads.
class StreamWatch final : public ServedCall {
 public:
  // Returns whether the first attempt of this stream can be in place. `first`
  // is the first batch of the stream, in its first stage.
  static bool Fits(const CallPlan& plan, InterceptorBatchMethods& first);

  // `captured` lacks what is sent. The application context must outlive this
  // object.
  StreamWatch(CapturedCall&& captured, grpc::internal::RpcMethod::RpcType type,
              InterceptorBatchMethods& first);
  // Cancels what still runs.
  ~StreamWatch() override;
  StreamWatch(const StreamWatch&) = delete;
  StreamWatch& operator=(const StreamWatch&) = delete;

  void Begin(InterceptorBatchMethods* first) override { OnBatch(first); }
  void OnBatch(InterceptorBatchMethods* batch) override {
    if (!call_->passes()) return OnWatchedBatch(batch);
    if (batch->QueryInterceptionHookPoint(Hook::POST_RECV_STATUS)) {
      return OnStatus(batch);
    }
    if (call_->awaits_message() &&
        batch->QueryInterceptionHookPoint(Hook::POST_RECV_MESSAGE)) {
      return OnMessage(batch);
    }
    batch->Proceed();
  }

  void Cancel() override { call_->Cancel(); }
  // The report is in the extension of the context.
  std::optional<CallReport> Report() const override { return std::nullopt; }

 private:
  void OnWatchedBatch(InterceptorBatchMethods* batch);
  void OnStatus(InterceptorBatchMethods* batch);
  void OnMessage(InterceptorBatchMethods* batch);

  std::shared_ptr<StreamCall> call_;
  // Only of a synchronous stream. Owned by call_.
  SyncWatchDriver* sync_driver_ = nullptr;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_WATCH_H_
