// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_PASS_THROUGH_PASS_THROUGH_CALL_H_
#define BATON_RPC_PASS_THROUGH_PASS_THROUGH_CALL_H_

#include <atomic>
#include <optional>
#include <string>

#include "baton/call_report.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/first_attempt.h"
#include "baton/rpc/call/report/call_report_writer.h"
#include "baton/rpc/call/served_call.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/pass_through/enforced_deadline.h"
#include "baton/rpc/pass_through/pass_through_state.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// A pass-through call. Baton makes no attempts for it, because no attempt could
// follow the first. Baton only sets the `retry-budget` header, enforces the
// deadline and reports the call. In observe mode every call passes through, and
// Baton only records its decisions.
//
// Owned by the interceptor of the application call. The interceptor hooks of
// one call may run on two threads. Observers and classifiers run one at a time,
// without a lock.
class PassThroughCall final : public ServedCall {
 public:
  // `context` must outlive this object.
  PassThroughCall(CallPlan&& plan, grpc::ClientContext& context);
  // Continues a call that was started with `first`, and without an observer.
  PassThroughCall(CallPlan&& plan, grpc::ClientContext& context,
                  const FirstAttempt& first);
  ~PassThroughCall() override;
  PassThroughCall(const PassThroughCall&) = delete;
  PassThroughCall& operator=(const PassThroughCall&) = delete;

  void Begin(InterceptorBatchMethods* first) override { OnBatch(first); }
  void OnBatch(InterceptorBatchMethods* batch) override;
  // If the application cancels the call before its start, nothing is sent.
  void Cancel() override { cancelled_ = true; }
  // Returns nullopt until the call has ended. Thread-safe.
  std::optional<CallReport> Report() const override {
    if (!report_writer_.HasEnded()) return std::nullopt;
    return report_writer_.Report();
  }

 private:
  // Handles the interceptor hooks of `batch`.
  void OnHooks(InterceptorBatchMethods& batch);
  void OnSendMetadata(InterceptorBatchMethods& batch);
  // Records that the stream was answered. Runs on the thread that reads.
  void OnMessage();
  void OnStatus(grpc::Status& status);
  void Reject(grpc_status_code code, const std::string& message);
  Decision RecordAttemptEnd(const grpc::Status& status);

  CallPlan plan_;
  grpc::ClientContext& context_;
  PassThroughState state_;
  EnforcedDeadline deadline_;
  std::atomic<bool> cancelled_{false};

  // Used by the thread that starts the call, and later by the thread that ends
  // it.
  CallLedger ledger_;
  CallReportWriter report_writer_;
  AttemptFacts attempt_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_PASS_THROUGH_PASS_THROUGH_CALL_H_
