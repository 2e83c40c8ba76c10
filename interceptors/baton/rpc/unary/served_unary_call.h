// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_SERVED_UNARY_CALL_H_
#define BATON_RPC_UNARY_SERVED_UNARY_CALL_H_

#include <atomic>
#include <memory>
#include <optional>

#include "baton/call_report.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/served_call.h"
#include "baton/rpc/grpc/attempt_context.h"
#include "baton/rpc/grpc/call_style.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/unary/driver/async_driver.h"
#include "baton/rpc/unary/driver/inline_driver.h"
#include "baton/rpc/unary/unary_call.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// Serves a unary call with attempts: gives its batches to a UnaryCall, and the
// thread of a synchronous call to the driver. Owned by the interceptor or by a
// HealthyCall.
class ServedUnaryCall final : public ServedCall {
 public:
  // `context` must outlive this object.
  ServedUnaryCall(CallPlan&& plan, grpc::ClientContext& context,
                  ParentCall&& parent);
  // Continues a call whose first attempt is in place.
  ServedUnaryCall(CallPlan&& plan, grpc::ClientContext& context,
                  ParentCall&& parent, StartedInPlace&& started);
  // Abandons a call that has not ended.
  ~ServedUnaryCall() override;
  ServedUnaryCall(const ServedUnaryCall&) = delete;
  ServedUnaryCall& operator=(const ServedUnaryCall&) = delete;

  // Starts the first attempt. If possible, this attempt uses the application's
  // own call.
  void Begin(InterceptorBatchMethods* first) override;
  // A synchronous call runs here on the application's thread until its end.
  void OnBatch(InterceptorBatchMethods* batch) override;
  void Cancel() override;
  // The timer of the attempt in place has fired.
  void OnInPlaceTimer() { unary_->OnInPlaceTimer(); }
  std::optional<CallReport> Report() const override;

 private:
  // Creates `unary_`. Returns its driver, if it is asynchronous.
  AsyncDriver* Create(CapturedCall&& captured, CallStyle style);
  bool FirstIsInPlace(InterceptorBatchMethods& batch, CallStyle style);
  void Serve(InterceptorBatchMethods* batch);
  void EndInPlace(InterceptorBatchMethods* batch);

  grpc::ClientContext& context_;
  // Moved to the UnaryCall.
  std::optional<CallPlan> plan_;
  ParentCall parent_;
  // Only for a synchronous call. The application's thread waits in it.
  InlineDriver* inline_driver_ = nullptr;
  bool in_place_ = false;  // set once, before the batch proceeds
  // Set once. All functions but Cancel() and Report() run in batches of the
  // call, and read it without a lock.
  std::shared_ptr<UnaryCall> unary_;
  // Any thread may cancel the call. Cancel() sets `cancelled_` and then reads
  // `started_`. The start sets `started_` and then reads `cancelled_`. One of
  // them therefore sees what the other has set.
  std::atomic<bool> cancelled_{false};
  std::atomic<UnaryCall*> started_{nullptr};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_SERVED_UNARY_CALL_H_
