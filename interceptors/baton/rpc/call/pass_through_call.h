// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_PASS_THROUGH_CALL_H_
#define BATON_RPC_CALL_PASS_THROUGH_CALL_H_

#include <map>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/call_report_writer.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/request/context_extension.h"
#include "baton/rpc/runtime/runtime.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// A pass-through call. Baton makes no attempts for it, because no attempt could
// follow the first. Baton only sets the `retry-budget` header, enforces the
// deadline and reports the call. In observe mode every call passes through, and
// Baton only records its decisions.
//
// Owned by the interceptor of the application call. The interceptor hooks of
// one call may run on two threads. This object calls observers under a lock,
// one at a time. Observers must therefore not use the call.
class PassThroughCall {
 public:
  // The arguments must outlive this object.
  PassThroughCall(CallPlan& plan, grpc::ClientContext& context);
  ~PassThroughCall();
  PassThroughCall(const PassThroughCall&) = delete;
  PassThroughCall& operator=(const PassThroughCall&) = delete;

  // Handles the interceptor hooks of `batch`. Does not call Proceed(). If
  // `cancelled` is true, the application has already cancelled the call, and
  // nothing is sent.
  void OnBatch(InterceptorBatchMethods& batch, bool cancelled);

 private:
  void OnSendMetadata(InterceptorBatchMethods& batch, bool cancelled);
  void OnStatus(const grpc::Status& status);
  Decision RecordAttemptEnd(const grpc::Status& status)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Ends the call at the deadline of the plan. gRPC does not enforce this
  // deadline, because the call was created with another one or with none.
  void EnforceDeadline(std::multimap<std::string, std::string>& metadata)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const CallPlan& plan_;
  grpc::ClientContext& context_;
  ContextExtension& extension_;

  // A corked stream sends its metadata late. Its status can arrive before that,
  // or on another thread at the same time.
  Mutex mutex_;
  CallLedger ledger_ ABSL_GUARDED_BY(mutex_);
  CallReportWriter report_writer_ ABSL_GUARDED_BY(mutex_);
  AttemptFacts attempt_ ABSL_GUARDED_BY(mutex_);
  bool started_ ABSL_GUARDED_BY(mutex_) = false;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<Runtime::TimerId> timer_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_PASS_THROUGH_CALL_H_
