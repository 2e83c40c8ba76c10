// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_CALL_LEDGER_H_
#define BATON_RPC_CALL_CALL_LEDGER_H_

#include <atomic>
#include <optional>

#include "baton/attempt_outcome.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/late_attempt.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/call_route.h"
#include "baton/rpc/call/first_attempt.h"
#include "baton/status_classifier.h"
#include "baton/stop_reason.h"

namespace baton::rpc {

// The accounting of one call. Makes every decision about the call, and changes
// grant, process budget and retry breakers, so that no change happens twice.
// Owned by the call. Used on its strand.
class CallLedger {
 public:
  // `plan` must outlive this object.
  explicit CallLedger(const CallPlan& plan);

  // Starts the next attempt. `is_hedge`: another attempt is in flight.
  AttemptFacts StartAttempt(bool is_hedge = false);
  // Records instead that this first attempt has started already.
  void Resume(const FirstAttempt& first);
  // Returns whether the next attempt may use any channel that has a connection.
  // The caller then selects a channel with GoTo(), before StartAttempt().
  bool MayChooseChannel() const {
    return next_.has_value() && route_.MayChoose(*next_);
  }
  void GoTo(int channel_index) { route_.GoTo(channel_index); }
  // Returns whether the next attempt uses a fallback channel.
  bool uses_fallback() const { return route_.uses_fallback(); }
  // Returns the attempts that may still be made, with the running one.
  int AttemptsLeft() const;
  // Returns when an attempt times out that is awaited since `awaited_since`.
  // InfiniteFuture(): never, or no retry could follow.
  MonotonicTime TimesOutAt(MonotonicTime awaited_since) const;

  // Records the end of an attempt and decides about a retry. If Decision::retry
  // is true, the retry is charged, and the caller must then call either
  // StartAttempt() or CancelNext().
  Decision OnAttemptEnd(const EndedAttempt& attempt);
  // Records the end of a hedged attempt while other attempts are in flight.
  void OnHedgedAttemptEnd(const EndedAttempt& attempt) { RecordEnd(attempt); }
  // Records the end of an attempt whose failure also ends the call.
  Decision OnFatalEnd(const EndedAttempt& attempt, bool others_run);
  // Records an attempt that was discarded, because another one was faster.
  void OnAttemptDiscarded(const AttemptFacts& attempt);
  // Decides about a hedge. Returns the reason against it, or charges it and
  // returns nullopt. The caller must then call StartAttempt().
  std::optional<StopReason> AdmitHedge(MonotonicTime now);
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
    progress_.commitment = commitment;
  }
  // Records that the response of a stream has begun: a success for the
  // breakers. May run while another thread records the end of the attempt.
  void OnStreamAnswer(const AttemptFacts& attempt);

  // Removes the next attempt and refunds its charge.
  void CancelNext();

  // Returns whether the next attempt would fit the deadline if it started now.
  // If not, the caller must end the call with OnNotEnoughTime().
  bool IsInTime(MonotonicTime now) const {
    return progress_.deadline.Fits(now,
                                   plan_.policy->deadline.min_attempt_time);
  }
  // These return the decision, and refund the charge for the next attempt.
  Decision OnNotEnoughTime();
  Decision OnNoConnection();
  Decision OnRetriesStopped();
  // Returns the decision for a call that was cancelled from outside.
  Decision OnCancel(bool attempt_is_running) const;

  // Records the end of the call. May add tokens to the process budget.
  void OnCallEnd(absl::StatusCode code);

  const core::CallProgress& progress() const { return progress_; }

 private:
  // `from_channel`: the channel of the attempt that has ended.
  Decision Decide(const AttemptOutcome& outcome, const AttemptDetails& details,
                  int from_channel, bool only_asked);
  void NoteKey(MonotonicTime now);
  void NoteRetryStop();
  void Pay(RetryCost cost) { payment_ = {cost}; }
  // Refunds the charge for an attempt that was not sent.
  void HandBack(const std::optional<AttemptPayment>& payment);
  bool IsUnknown(bool effect_possible) const;
  const Classifier& classifier() const;
  OutcomeClass ClassOf(const EndedAttempt& attempt) const;
  void RecordEnd(const EndedAttempt& attempt);
  void Remember(const AttemptOutcome& outcome, const Decision& decision);
  TargetRecord& target() const { return plan_.channel->target(); }

  const CallPlan& plan_;
  CallRoute route_;
  const StatusClassifier default_classifier_;
  core::CallProgress progress_;
  int attempts_started_ = 0;
  bool first_helped_ = false;  // whether the first attempt showed health
  std::atomic<bool> stream_answered_{false};  // its response has begun
  // The code of the latest result for which core::ShowsHealth() is true.
  std::optional<absl::StatusCode> final_code_;
  bool saved_by_fallback_ = false;
  // A second attempt started beside a late one, and was not late itself.
  bool had_second_attempt_ = false;
  bool saved_quickly_ = false;
  // The decision for the current wait and the attempt after it.
  std::optional<Decision> next_;
  // The charge for the next attempt, until it starts.
  std::optional<AttemptPayment> payment_;
  MonotonicTime wait_began_at_;
  RetryBudgetHeader::Reason last_failure_ =
      RetryBudgetHeader::Reason::kUnspecified;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_LEDGER_H_
