// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_RUNNING_ATTEMPTS_H_
#define BATON_RPC_CALL_RUNNING_ATTEMPTS_H_

#include <memory>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "baton/attempt_outcome.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_hedges.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/call_report_writer.h"
#include "baton/stop_reason.h"

namespace baton::rpc {

// The attempts of a call that are in flight: one, or several if the call is
// hedged. Discarded attempts are not included. They are cancelled, and Baton
// ignores their results. Owned by the call. Used on the call's strand.
class RunningAttempts {
 public:
  // The arguments must outlive this object.
  RunningAttempts(const CallPlan& plan, CallLedger& ledger,
                  CallReportWriter& report_writer);

  bool empty() const { return attempts_.empty(); }
  // Adds an attempt that is about to be sent.
  void Add(std::shared_ptr<AnyAttempt> attempt);
  // Removes an attempt that has ended. Returns false if it was discarded
  // before.
  bool Remove(const AnyAttempt& attempt);

  // Records that a response has begun to arrive, or that an attempt has
  // succeeded without a message.
  void OnResponse(const AnyAttempt& attempt, MonotonicTime now) {
    hedges_.OnResponse(attempt.facts, now);
  }
  // Selects the attempt whose result the application receives. Discards the
  // others.
  void CommitTo(const AnyAttempt& attempt, MonotonicTime now);

  // The next step after a failed attempt.
  enum class Next {
    kDecided,    // use the decision, and record it
    kSendHedge,  // send a hedge at once (already charged)
    kOthersRun,  // wait for the other attempts
  };
  Next OnFailure(const AnyAttempt& attempt, const AttemptOutcome& outcome,
                 MonotonicTime now, Decision& decision);

  // The next event of the running attempts, and the time to check for it.
  enum class Due { kNothing, kHedge, kAttemptTimeout, kCallDeadline };
  MonotonicTime LookAt() const;
  Due WhatIsDue(MonotonicTime now) const;
  // Decides about a hedge that is due. If it returns true, the hedge is charged
  // and must be sent.
  bool AdmitHedge(MonotonicTime now) { return hedges_.Admit(ledger_, now); }
  // Handles a timed-out attempt. Cancels it if a retry is allowed.
  Decision OnAttemptTimeout(MonotonicTime now);
  // Ends a call that is past its deadline and a grace period. Discards all
  // attempts.
  Decision OnCallDeadline(MonotonicTime now);

  // Discards all attempts.
  void DiscardAll(MonotonicTime now);

  std::optional<StopReason> hedge_stop_reason() const {
    return hedges_.stop_reason();
  }

 private:
  MonotonicTime CallDeadlineCheckAt() const;
  MonotonicTime TimesOutAt() const;
  void Discard(AnyAttempt& attempt, MonotonicTime now);

  const CallPlan& plan_;
  CallLedger& ledger_;
  CallReportWriter& report_writer_;
  CallHedges hedges_;
  absl::InlinedVector<std::shared_ptr<AnyAttempt>, 1> attempts_;
  // The running attempt has timed out, and no retry is allowed.
  bool keeps_running_ = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_RUNNING_ATTEMPTS_H_
