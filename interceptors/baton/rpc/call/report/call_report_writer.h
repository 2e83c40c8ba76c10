// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_REPORT_CALL_REPORT_WRITER_H_
#define BATON_RPC_CALL_REPORT_CALL_REPORT_WRITER_H_

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "baton/call_observer.h"
#include "baton/call_report.h"
#include "baton/core/decision/call_progress.h"
#include "baton/retry_advice.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/report/attempt_reports.h"
#include "baton/rpc/call/report/call_ending.h"

namespace baton::rpc {

// Collects the data for the report of one call, and creates the report when the
// application or an observer reads it. Also notifies the observer of the call,
// and the request that the call belongs to. Makes no decisions. Owned by the
// call. Not thread-safe: used on the call's strand. Any thread may call
// Report() after the end of the call.
class CallReportWriter {
 public:
  // `plan` must outlive this object. Tells the request of the plan the end.
  explicit CallReportWriter(CallPlan& plan)
      : CallReportWriter(plan, &plan.request) {}
  // If `request` is null, tells no request.
  CallReportWriter(const CallPlan& plan, RequestLink* request);

  // Records the start of an attempt. The observer may add to `metadata`, the
  // metadata of this attempt.
  void OnAttemptStart(const AttemptFacts& attempt, AttemptMetadata& metadata);
  // Does the same without an observer.
  void NoteAttemptStart(const AttemptFacts& attempt);
  // Records the end of an attempt. `decision` is null while other attempts of a
  // hedged call are in flight.
  void OnAttemptEnd(const AttemptFacts& attempt, MonotonicTime ended_at,
                    const AttemptOutcome& outcome, const Decision* decision);
  // Keeps what the server said about an attempt that has failed. Called before
  // OnAttemptEnd(). Copies nothing for an attempt that has succeeded.
  void OnResponse(const EndedAttempt& attempt);
  // Records that an attempt was discarded, because another attempt was faster
  // or the call has ended.
  void OnAttemptDiscarded(const AttemptFacts& attempt, MonotonicTime now);
  void OnWait(const Decision& decision);
  // Sets the reason why no second attempt started beside a late attempt.
  // nullopt: one starts now.
  void SetLateStopReason(const AttemptFacts& attempt,
                         std::optional<StopReason> reason) {
    attempts_.Of(attempt).late_stop_reason = reason;
  }
  // Sets the reason why no hedge was sent although one was due.
  void SetHedgeStopReason(std::optional<StopReason> stop_reason) {
    hedge_stop_reason_ = stop_reason;
  }
  // Completes the data for the report. After it, only HasEnded() and Report()
  // may be called. Attempts that still run are in the report with the code
  // CANCELLED.
  void EndCall(absl::StatusCode code, const Decision& decision,
               const core::CallProgress& progress);
  // Sets the end in the data for the report at `at`. Notifies neither the
  // observer nor the request.
  void SetEnding(absl::StatusCode code, const Decision& decision,
                 const core::CallProgress& progress, MonotonicTime at);

  bool HasEnded() const { return ended_.load(std::memory_order_acquire); }
  // Returns the report. Requires HasEnded().
  CallReport Report() const;

 private:
  const CallPlan& plan_;
  RequestLink* const request_;
  std::unique_ptr<CallObserver> observer_;
  AttemptReports attempts_;
  std::optional<StopReason> hedge_stop_reason_;
  std::atomic<bool> ended_{false};
  std::optional<CallEnding> ending_;  // set before ended_
  std::string trace_id_;              // as above
  // The cause and the start of the current wait. kNone if an attempt has
  // followed the latest wait.
  WaitCause wait_cause_ = WaitCause::kNone;
  MonotonicTime wait_began_at_;
  // The reason why a client should not retry the request that this call belongs
  // to. From the latest attempt.
  std::optional<RetryAdvice::Reason> objection_;
  // The outcome of the latest attempt that has ended. Set only for a call of a
  // group.
  std::unique_ptr<const AttemptOutcome> last_outcome_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_REPORT_CALL_REPORT_WRITER_H_
