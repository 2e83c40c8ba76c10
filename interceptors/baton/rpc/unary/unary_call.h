// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_UNARY_CALL_H_
#define BATON_RPC_UNARY_UNARY_CALL_H_

#include <memory>
#include <optional>

#include "baton/attempt_outcome.h"
#include "baton/call_report.h"
#include "baton/decision.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_wait.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/call/report/call_report_writer.h"
#include "baton/rpc/call/running/running_attempts.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/runtime/strand.h"
#include "baton/rpc/unary/call_driver.h"
#include "baton/rpc/unary/call_timer.h"
#include "baton/rpc/unary/held_batches.h"
#include "baton/rpc/unary/in_place_attempt.h"
#include "baton/rpc/unary/kept_request.h"
#include "baton/rpc/unary/started_in_place.h"

namespace baton::rpc {

class ContextExtension;

// One unary call of the application, served by attempts of ours. A state
// machine. Events come from any thread, and the strand runs them one by one.
// Kept alive by its interceptor, its attempts and its timer.
class UnaryCall final : public AttemptOwner,
                        public DrivenCall,
                        public std::enable_shared_from_this<UnaryCall> {
 public:
  // Takes the request, too, out of `captured`.
  UnaryCall(CapturedCall&& captured, std::unique_ptr<CallDriver> driver);

  // Starts the first attempt, unless it was cancelled already. Or starts it in
  // place on `batch`, which must fit, and which the caller then lets proceed.
  void Begin();
  void StartInPlace(InterceptorBatchMethods& batch);
  // Or continues with one that has started in place.
  void ResumeInPlace(StartedInPlace&& started);
  void OnInPlaceEnd(InterceptorBatchMethods* batch);
  void OnInPlaceTimer();

  // Completes the batch, in its PRE_RECV stage, when the call has ended.
  void Complete(InterceptorBatchMethods* batch);

  void Cancel();   // once or more often, maybe before Begin
  void Abandon();  // the application's context is being destroyed
  // Returns nullopt until the call has ended. Thread-safe, like HasEnded().
  std::optional<CallReport> Report() const;
  bool HasEnded() const { return report_writer_.HasEnded(); }
  void OnTimer() override;
  Runtime& runtime() const override { return captured_.plan.runtime(); }
  void OnAttemptDone(std::shared_ptr<Attempt> attempt) override;
  void OnAttemptMetadata(std::shared_ptr<Attempt> attempt) override;

 private:
  enum class State {
    kIdle,
    kInPlace,    // the first attempt runs in place, maybe a second beside it
    kRecalled,   // the first one has timed out and was cancelled
    kRunning,    // an attempt is on its way, or several copies of one
    kWaiting,    // none is; the next starts when the timer fires
    kSucceeded,  // one has succeeded, but nobody has asked for the message yet
    kFinished,   // the outcome is settled; each batch that asks for it gets it
  };

  // Runs `event` on the strand. Keeps the call alive until the event has run.
  template <typename Event>
  void Post(Event event) {
    const std::shared_ptr<UnaryCall> self = shared_from_this();
    strand_.Run([self, event] { event(*self); });
  }

  void HandleBegin();
  void HandleStartInPlace(InterceptorBatchMethods& batch);
  void HandleResumeInPlace(StartedInPlace& started);
  void SetInPlaceTimer();
  void HandleInPlaceTimer();
  bool AdmitSecond(MonotonicTime now);
  void HandleInPlaceTimeout(MonotonicTime now);
  void DiscardInPlace(MonotonicTime now);
  void HandleInPlaceEnd(InterceptorBatchMethods* batch);
  void RetryAfterTimeout();
  void CaptureApplicationCall();
  AttemptOutcome OutcomeInPlace(InterceptorBatchMethods& batch);
  void EndInPlace(InterceptorBatchMethods* batch);
  Decision DecideInPlace(const EndedAttempt& ended);
  void LookWhenDue();
  void StartAttempt();
  void HandleComplete(InterceptorBatchMethods* batch);
  void HandleAbandon();
  void HandleAttemptDone(const std::shared_ptr<Attempt>& attempt);
  void HandleAttemptMetadata(const std::shared_ptr<Attempt>& attempt);
  void HandleSuccess();
  void HandleFailure(const std::shared_ptr<Attempt>& attempt);
  void EndAttempt(const std::shared_ptr<Attempt>& attempt);
  void Follow(const std::shared_ptr<Attempt>& attempt,
              const Decision& decision);
  void HandleTimer();
  void HandleEndOfWait(MonotonicTime now);
  void HandleDue(MonotonicTime now);
  void HandleCancel();
  void HandleParentEnd();
  void FinishStopped();
  void CancelWith(const grpc::Status& status);
  void EndAfterCancel(const std::shared_ptr<Attempt>& attempt);
  void RetryAfter(const Decision& decision);
  void Finish(std::shared_ptr<Attempt> winner, grpc::Status status,
              const Decision& decision);
  void SetWinner(std::shared_ptr<Attempt> winner);
  void SetAuthContextOf(grpc_call* call);
  void AttachExtension();
  Deadline deadline() const { return captured_.plan.deadline.deadline; }

  CapturedCall captured_;  // but for its request
  KeptRequest request_;
  const std::unique_ptr<CallDriver> driver_;
  CallTimer timer_;
  std::optional<RawStub> stub_;
  ContextExtension* extension_ = nullptr;  // null if the call needs none yet
  std::shared_ptr<const grpc::AuthContext> keeps_extension_;
  Strand strand_;
  State state_ = State::kIdle;
  CallLedger ledger_;
  CallReportWriter report_writer_;
  RunningAttempts running_;
  std::optional<InPlaceAttempt> in_place_;
  bool cancelled_ = false;  // by the application, and the attempt still runs
  Decision after_timeout_;  // while kRecalled
  CallWait wait_;
  FailedAttempt failed_;    // before the wait
  AttemptOutcome outcome_;  // of the latest attempt
  MonotonicTime ended_at_;
  // The outcome of the call. The winner is null if the batch came back with it.
  std::shared_ptr<Attempt> winner_;
  grpc::Status status_;
  HeldBatches batches_;  // that wait for it
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_UNARY_CALL_H_
