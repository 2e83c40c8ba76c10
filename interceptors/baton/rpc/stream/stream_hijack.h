// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_HIJACK_H_
#define BATON_RPC_STREAM_STREAM_HIJACK_H_

#include <atomic>
#include <memory>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/call/served_call.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/stream/driver/inline_stream_driver.h"
#include "baton/rpc/stream/stream_call.h"
#include "grpcpp/impl/rpc_method.h"

namespace baton::rpc {

// A stream of the application that is hijacked: hands its batches to a
// StreamCall, and waits there for synchronous ones to go on. Owned by the
// interceptor.
//
// Thread-safe, as far as the application may use a stream from several threads.
class StreamHijack final : public ServedCall {
 public:
  // `captured` lacks what is sent. The outer context must outlive it.
  StreamHijack(CapturedCall&& captured, grpc::internal::RpcMethod::RpcType type,
               bool synchronous);
  // Cancels what still runs.
  ~StreamHijack() override;
  StreamHijack(const StreamHijack&) = delete;
  StreamHijack& operator=(const StreamHijack&) = delete;

  void Begin(InterceptorBatchMethods* first) override;
  // Also gets the first batch when it comes back.
  void OnBatch(InterceptorBatchMethods* batch) override;
  void Cancel() override { call_->Cancel(); }
  // The report is in the extension of the context.
  std::optional<CallReport> Report() const override { return std::nullopt; }

 private:
  // Hands it over, and waits if it is synchronous.
  template <typename Submit>
  void Do(InterceptorBatchMethods* batch, Submit submit);
  void KeepThreadsOf(InterceptorBatchMethods& first);
  // The first batch of another thread must not go on before the call is
  // hijacked.
  void AwaitHijack(InterceptorBatchMethods* batch);

  std::shared_ptr<StreamCall> call_;
  // Only of a synchronous stream; owned by call_.
  InlineStreamDriver* inline_driver_ = nullptr;

  std::atomic<bool> hijacked_{false};
  Mutex mutex_;
  CondVar changed_;
  InterceptorBatchMethods* first_ ABSL_GUARDED_BY(mutex_) = nullptr;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_HIJACK_H_
