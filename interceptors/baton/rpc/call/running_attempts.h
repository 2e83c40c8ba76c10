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
// hedged. Discarded attempts do not belong to them: they are cancelled, and
// Baton ignores their results. Owned by the call. Used on the call's strand.
class RunningAttempts {
 public:
  // The arguments must outlive this object.
  RunningAttempts(const CallPlan& plan, CallLedger& ledger,
                  CallReportWriter& report_writer);

  bool empty() const { return attempts_.empty(); }
  // Adds an attempt that is about to be sent.
  void Add(std::shared_ptr<AnyAttempt> attempt);
  // Removes an attempt that has ended. Returns false if the attempt was
  // discarded before.
  bool Remove(const AnyAttempt& attempt);

  // Records that the response to an attempt has begun to arrive, or that the
  // attempt has succeeded without a message.
  void OnResponse(const AnyAttempt& attempt, MonotonicTime now) {
    hedges_.OnResponse(attempt.facts, now);
  }
  // Selects the attempt whose result the application receives. Discards all
  // other attempts.
  void CommitTo(const AnyAttempt& attempt, MonotonicTime now);

  // The next step of the call after a failed attempt.
  enum class Next {
    kDecided,    // follow and record the decision
    kSendHedge,  // send a hedge at once (already charged)
    kOthersRun,  // wait for the attempts that are in flight
  };
  // Records a failed attempt. Sets `decision` if the result is kDecided.
  Next OnFailure(const AnyAttempt& attempt, const AttemptOutcome& outcome,
                 MonotonicTime now, Decision& decision);

  // The kinds of events of running attempts.
  enum class Due { kNothing, kHedge, kAttemptTimeout, kCallDeadline };
  // Returns the time at which the next event is due.
  MonotonicTime LookAt() const;
  // Returns the event that is due at `now`.
  Due WhatIsDue(MonotonicTime now) const;
  // Decides about a hedge that is due. True: the hedge is charged, and the
  // caller must send it.
  bool AdmitHedge(MonotonicTime now) { return hedges_.Admit(ledger_, now); }
  // Handles an attempt that has timed out. If a retry is allowed, cancels the
  // attempt.
  Decision OnAttemptTimeout(MonotonicTime now);
  // Ends a call whose deadline has passed, after a short grace period. Records
  // the latest attempt as ended by the deadline, and discards the others.
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
  // Whether the running attempt has timed out and continues, because no retry
  // is allowed.
  bool keeps_running_ = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_RUNNING_ATTEMPTS_H_
