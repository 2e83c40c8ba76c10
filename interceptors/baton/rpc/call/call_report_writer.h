// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_CALL_REPORT_WRITER_H_
#define BATON_RPC_CALL_CALL_REPORT_WRITER_H_

#include <memory>
#include <optional>

#include "baton/call_observer.h"
#include "baton/call_report.h"
#include "baton/core/decision/call_progress.h"
#include "baton/retry_advice.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_plan.h"

namespace baton::rpc {

// Keeps the books of one call: collects its report, and tells its observer and
// the request that it is made for.
// Decides nothing. Not thread-safe: used on the call's strand.
class CallRecorder {
 public:
  // `plan` must outlive it. It takes the method's name when the call ends.
  explicit CallRecorder(CallPlan& plan);

  // `metadata` is the attempt's, ready but for what the observer adds to it.
  void OnAttemptStart(const AttemptFacts& attempt, AttemptMetadata& metadata);
  // `decision` is null while other copies of the attempt go on.
  void OnAttemptEnd(const AttemptFacts& attempt, MonotonicTime ended_at,
                    const AttemptOutcome& outcome, const Decision* decision);
  // Another copy was faster, or the call is over.
  void OnLost(const AttemptFacts& attempt, MonotonicTime now);
  void OnWait(const Decision& decision);
  // Why no further copy was sent, if one was due.
  void SetHedgeRefusal(std::optional<StopReason> refusal) {
    report_->hedge_refusal = refusal;
  }
  // At most once, and last. Attempts that still run are reported as cancelled.
  std::unique_ptr<const CallReport> OnCallEnd(
      absl::StatusCode code, const Decision& decision,
      const core::CallProgress& progress);

 private:
  AttemptReport& ReportOf(const AttemptFacts& attempt);

  CallPlan& plan_;
  std::unique_ptr<CallObserver> observer_;
  std::unique_ptr<CallReport> report_;  // until the call ends
  // The wait that has begun and not led to an attempt yet.
  WaitCause wait_cause_ = WaitCause::kNone;
  MonotonicTime wait_began_at_;
  // What the latest attempt's end says against repeating the request.
  std::optional<RetryAdvice::Why> objection_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_REPORT_WRITER_H_
