// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_CALL_LEDGER_H_
#define BATON_RPC_CALL_CALL_LEDGER_H_

#include <optional>

#include "baton/attempt_outcome.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/late_attempt.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/attempt_results.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/first_attempt.h"
#include "baton/rpc/call/ledger_state.h"
#include "baton/stop_reason.h"

namespace baton::rpc {

// The accounting of one call. Makes every decision about the call, and changes
// grant, process budget and retry breakers, so that no change happens twice.
// Owned by the call. Used on its strand.
//
//   LedgerState      whether another attempt may start
//   NextAttempt      the wait and the charge of this attempt
//   AttemptResults   what the end of an attempt changes
class CallLedger {
 public:
  // `plan` must outlive this object.
  explicit CallLedger(const CallPlan& plan) : state_(plan), results_(state_) {}
  CallLedger(const CallLedger&) = delete;
  CallLedger& operator=(const CallLedger&) = delete;

  // Starts the next attempt. `is_hedge`: another attempt is in flight.
  AttemptFacts StartAttempt(bool is_hedge = false);
  // Records instead that this first attempt has started already.
  void Resume(const FirstAttempt& first);
  // Returns whether the next attempt may use any channel that has a connection.
  // The caller then selects a channel with GoTo(), before StartAttempt().
  bool MayChooseChannel() const {
    const Decision* const wait = state_.next.plan();
    return wait != nullptr && state_.route.MayChoose(*wait);
  }
  void GoTo(int channel_index) { state_.route.GoTo(channel_index); }
  // Returns whether the next attempt uses a fallback channel.
  bool uses_fallback() const { return state_.route.uses_fallback(); }
  // Returns the attempts that may still be made, with the running one.
  int AttemptsLeft() const { return state_.AttemptsLeft(); }
  // Returns when an attempt times out that is awaited since `awaited_since`.
  // InfiniteFuture(): never, or no retry could follow.
  MonotonicTime TimesOutAt(MonotonicTime awaited_since) const {
    return state_.TimesOutAt(awaited_since);
  }

  // Records the end of an attempt and decides about a retry. If Decision::retry
  // is true, the retry is charged, and the caller must then call either
  // StartAttempt() or CancelNext().
  Decision OnAttemptEnd(const EndedAttempt& attempt);
  // Records the end of a hedged attempt while other attempts are in flight.
  void OnHedgedAttemptEnd(const EndedAttempt& attempt) {
    results_.RecordEnd(attempt);
  }
  // Records the end of an attempt whose failure also ends the call.
  Decision OnFatalEnd(const EndedAttempt& attempt, bool others_run);
  // Records an attempt that was discarded, because another one was faster.
  void OnAttemptDiscarded(const AttemptFacts& attempt);
  // Decides about a hedge. Returns the reason against it, or charges it and
  // returns nullopt. The caller must then call StartAttempt().
  std::optional<StopReason> AdmitHedge(MonotonicTime now) {
    return state_.AdmitHedge(now);
  }
  // Does the same for a second attempt. `late` has age, overtaking and latency.
  std::optional<StopReason> AdmitSecondAttempt(core::LateAttempt late,
                                               MonotonicTime now);
  bool HasFinalResult(const EndedAttempt& attempt) const;
  // Returns whether this failure ends the call although other attempts run.
  bool EndsCall(const EndedAttempt& attempt) const;
  // Records the end of an attempt that cannot be retried. Charges nothing.
  Decision OnOnlyAttemptEnd(const EndedAttempt& attempt);
  // Decides whether a retry may replace a timed-out attempt. If so, charges it.
  // The caller then cancels the attempt. If the attempt ends by this, the
  // caller calls ConfirmTimeout(). Otherwise its result counts, and the caller
  // calls CancelNext().
  Decision OnAttemptTimeout();
  // Records the end of a timed-out attempt, and returns its outcome.
  AttemptOutcome ConfirmTimeout(const AttemptFacts& attempt,
                                const Decision& decision);

  // Allows no further attempts: a part of the response has been delivered, or
  // the replay buffer is incomplete.
  void Commit(core::Commitment commitment = core::Commitment::kCommitted) {
    state_.progress.commitment = commitment;
  }
  // Records that the response of a stream has begun: a success for the
  // breakers. May run while another thread records the end of the attempt.
  void OnStreamAnswer(const AttemptFacts& attempt) {
    results_.OnStreamAnswer(attempt);
  }

  // Removes the next attempt and refunds its charge.
  void CancelNext();

  // Returns whether the next attempt would fit the deadline if it started now.
  // If not, the caller must end the call with OnNotEnoughTime().
  bool IsInTime(MonotonicTime now) const {
    return state_.progress.deadline.Fits(
        now, state_.plan.policy->deadline.min_attempt_time);
  }
  // These return the decision, and refund the charge for the next attempt.
  Decision OnNotEnoughTime();
  Decision OnNoConnection();
  Decision OnRetriesStopped();
  // Returns the decision for a call that was cancelled from outside.
  Decision OnCancel(bool attempt_is_running) const;

  // Records the end of the call. May add tokens to the process budget.
  void OnCallEnd(absl::StatusCode code) { results_.OnCallEnd(code); }

  const core::CallProgress& progress() const { return state_.progress; }

 private:
  LedgerState state_;
  AttemptResults results_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_LEDGER_H_
