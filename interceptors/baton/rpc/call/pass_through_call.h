// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_PASS_THROUGH_CALL_H_
#define BATON_RPC_CALL_PASS_THROUGH_CALL_H_

#include <atomic>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "baton/call_report.h"
#include "baton/mutex.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/call_report_writer.h"
#include "baton/rpc/call/first_attempt.h"
#include "baton/rpc/call/served_call.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/runtime/runtime.h"
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
  // Returns whether this thread starts or ends the call. The end waits for a
  // start on another thread.
  bool BeginStart();
  void EndStart();
  bool BeginEnd(bool* was_started);
  // Waits until the start, which runs on another thread, is done.
  void AwaitStart();
  void Reject(grpc_status_code code, const std::string& message);
  Decision RecordAttemptEnd(const grpc::Status& status);
  // Ends the call at the deadline of the plan. gRPC does not enforce this
  // deadline, because the call was created with another one or with none.
  void EnforceDeadline();

  CallPlan plan_;
  grpc::ClientContext& context_;

  // A corked stream sends its metadata late. Its status can arrive before that,
  // or on another thread at the same time.
  enum class State {
    kIdle,
    kStarting,
    kAwaitedStart,  // kStarting, and the thread that ends the call waits
    kStarted,
    kEnded,
  };

  // Whether Baton ends the call at another deadline than gRPC.
  bool HasOwnTimer() const { return plan_.enforced != plan_.own_deadline; }

  std::atomic<bool> cancelled_{false};
  std::atomic<State> state_{State::kIdle};
  // Locked only if two threads meet, or for the timer.
  Mutex mutex_;
  CondVar start_done_;  // signals that the state is no longer kAwaitedStart
  std::optional<Runtime::TimerId> timer_ ABSL_GUARDED_BY(mutex_);

  // Used by the thread that starts the call, and later by the thread that ends
  // it.
  CallLedger ledger_;
  CallReportWriter report_writer_;
  AttemptFacts attempt_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_PASS_THROUGH_CALL_H_
