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

// Writes the report of one call, and notifies its observer and its request.
// Makes no decisions. Owned by the call. Not thread-safe: used on the call's
// strand.
class CallReportWriter {
 public:
  // `plan` must outlive this object. OnCallEnd() moves the method's name out of
  // it.
  explicit CallReportWriter(CallPlan& plan);

  // `metadata` is the metadata of the attempt. The observer may add to it.
  void OnAttemptStart(const AttemptFacts& attempt, AttemptMetadata& metadata);
  // `decision` is null while other hedged attempts are in flight.
  void OnAttemptEnd(const AttemptFacts& attempt, MonotonicTime ended_at,
                    const AttemptOutcome& outcome, const Decision* decision);
  // Records a discarded attempt: another one was faster, or the call has ended.
  void OnAttemptDiscarded(const AttemptFacts& attempt, MonotonicTime now);
  void OnWait(const Decision& decision);
  // Sets the reason why no second attempt started beside a late attempt.
  // nullopt: one starts now.
  void SetLateStopReason(const AttemptFacts& attempt,
                         std::optional<StopReason> reason) {
    ReportOf(attempt).late_stop_reason = reason;
  }
  // Sets the reason why no hedge was sent although one was due.
  void SetHedgeStopReason(std::optional<StopReason> stop_reason) {
    report_->hedge_stop_reason = stop_reason;
  }
  // Completes the report and returns it. Must be the last call. Reports
  // attempts that still run as cancelled.
  std::unique_ptr<const CallReport> OnCallEnd(
      absl::StatusCode code, const Decision& decision,
      const core::CallProgress& progress);

 private:
  AttemptReport& ReportOf(const AttemptFacts& attempt);

  CallPlan& plan_;
  std::unique_ptr<CallObserver> observer_;
  std::unique_ptr<CallReport> report_;  // null after the end of the call
  // The cause and the start of a wait that no attempt has followed yet.
  WaitCause wait_cause_ = WaitCause::kNone;
  MonotonicTime wait_began_at_;
  // The reason why the request should not be repeated, from the latest attempt.
  std::optional<RetryAdvice::Reason> objection_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_REPORT_WRITER_H_
