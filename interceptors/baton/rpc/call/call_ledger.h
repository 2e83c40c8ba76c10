// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_CALL_LEDGER_H_
#define BATON_RPC_CALL_CALL_LEDGER_H_

#include <optional>

#include "baton/attempt_outcome.h"
#include "baton/core/decision/call_progress.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/call_route.h"
#include "baton/status_classifier.h"
#include "baton/stop_reason.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// What one call may do and has done, kept in core's terms: every decision about
// the call and every entry in a grant, a budget or a gate is made through here,
// so that each is made once. Used on the call's strand.
class CallLedger {
 public:
  // `plan` must outlive it.
  explicit CallLedger(const CallPlan& plan);

  // Books the next attempt and says what it carries. `is_hedge`: another one is
  // on its way.
  AttemptFacts StartAttempt(bool is_hedge = false);
  int attempts_started() const { return attempts_started_; }
  // The next one has waited for a connection of any of the call's channels, and
  // may go to whichever has one: to be said before it starts.
  bool MayChoosePlace() const {
    return next_.has_value() && route_.MayChoose(*next_);
  }
  void GoTo(int place) { route_.GoTo(place); }
  // Does it go to another channel than the call's own?
  bool goes_elsewhere() const { return route_.goes_elsewhere(); }

  // When an attempt whose answer is awaited since then is late enough to ask
  // about another, infinitely far away if there is nothing to ask.
  MonotonicTime LateAt(MonotonicTime awaited_since) const;

  // Who on this side may have ended an attempt, unseen by us.
  enum class Enders {
    kNobody,      // its context is ours alone
    kAlsoOthers,  // the application, or the server call that it is linked to
  };

  // How an attempt that we did not cancel has ended, by its status, its
  // metadata and the clock: what comes after the deadline has failed, whatever
  // it says. CANCELLED is the server's doing where nobody else can have done
  // it: gRPC's C++ server does that to requests that it has not begun to serve
  // when it shuts down.
  AttemptOutcome OutcomeOf(const grpc::Status& status,
                           const grpc::ClientContext& context,
                           Enders enders) const;

  // Books the end of an attempt and decides what follows. A retry is paid for;
  // then either StartAttempt or DropNext must come.
  Decision OnAttemptEnd(const AttemptFacts& attempt,
                        const AttemptOutcome& outcome);
  // The same for one of several copies, while others go on in its place.
  void OnCopyEnd(const AttemptFacts& attempt, const AttemptOutcome& outcome) {
    Settle(attempt, outcome);
  }
  // The same for one with which the call ends, whatever it is.
  Decision OnFatalEnd(const AttemptFacts& attempt,
                      const AttemptOutcome& outcome, bool others_run);
  // One that runs is not waited for any more: another copy was faster.
  void OnLost(const AttemptFacts& attempt);
  // May another copy be sent now? Nullopt: it is paid for, and StartAttempt
  // must come; else why not.
  std::optional<StopReason> AdmitHedge(MonotonicTime now);
  // The same for a call that cannot be sent again: nothing is paid.
  Decision OnOnlyAttemptEnd(const AttemptFacts& attempt,
                            const AttemptOutcome& outcome);
  // The same for one that is late and still runs. On a retry it counts as
  // having used all that it was given; on a stop nothing has happened.
  Decision OnLate(const AttemptFacts& attempt, AttemptOutcome* late);

  // The call cannot be sent again from now on: the application has been given a
  // part of the answer, or what was sent is no longer all kept.
  void Commit(core::Commitment commitment = core::Commitment::kCommitted) {
    progress_.commitment = commitment;
  }

  // The attempt that was decided upon will not be sent.
  void DropNext();

  // Now that the wait for it is over: is there still time for it? If not, the
  // call ends with what OnTooLate says.
  bool IsInTime(MonotonicTime now) const {
    return progress_.deadline.Fits(now,
                                   plan_.policy->deadline.min_useful_attempt);
  }
  Decision OnTooLate();
  // The wait was for a connection, and there is none.
  Decision OnNoConnection();

  // The end of a call that was cancelled from outside.
  Decision OnCancel(bool attempt_is_running) const;

  // The call is over, with this code.
  void OnCallEnd(absl::StatusCode code);

  const core::CallProgress& progress() const { return progress_; }

 private:
  Decision Decide(const AttemptOutcome& outcome, bool only_asked);
  // An attempt was admitted there that costs this.
  void Pay(int place, RetryCost cost) {
    payment_ = {cost, progress_.probe, place};
  }
  // What it was for was not sent.
  void HandBack(const std::optional<AttemptPayment>& payment);
  bool IsUnknown(bool effect_possible) const;
  void Settle(const AttemptFacts& attempt, const AttemptOutcome& outcome);
  void Remember(const AttemptOutcome& outcome, const Decision& decision);
  TargetRecord& target() const { return plan_.channel->target(); }

  const CallPlan& plan_;
  CallRoute route_;
  const StatusClassifier default_classifier_;
  core::CallProgress progress_;
  int attempts_started_ = 0;
  bool first_answered_ = false;  // and was OK
  bool saved_elsewhere_ = false;
  // What the present wait, and then the attempt after it, is for.
  std::optional<Decision> next_;
  // For it, until it starts.
  std::optional<AttemptPayment> payment_;
  MonotonicTime wait_began_at_;
  RetryBudgetHeader::Why last_failure_ = RetryBudgetHeader::Why::kUnsaid;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_LEDGER_H_
