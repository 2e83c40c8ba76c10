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

// The attempts of a call that are on their way: one, or several copies of it if
// the call is hedged. Those that were given up are not among them: they are
// cancelled, end by themselves, and nobody listens. Used on the call's strand.
class RunningAttempts {
 public:
  // All of these must outlive it.
  RunningAttempts(const CallPlan& plan, CallLedger& ledger,
                  CallRecorder& recorder);

  bool empty() const { return attempts_.empty(); }
  // It is about to be sent.
  void Add(std::shared_ptr<AnyAttempt> attempt);
  // It has ended. False: it had been given up.
  bool Remove(const AnyAttempt& attempt);

  // One has begun to answer, or has succeeded without.
  void OnAnswer(const AnyAttempt& attempt, MonotonicTime now) {
    hedges_.OnAnswer(attempt.facts, now);
  }
  // The application gets what this one brings; the others are given up.
  void SettleOn(const AnyAttempt& attempt, MonotonicTime now);

  // What follows when one has failed.
  enum class Next {
    kDecided,   // what the decision says, which is to be recorded
    kSendCopy,  // another one, at once, in its place; it is paid for
    kGoOn,      // others do
  };
  Next OnFailure(const AnyAttempt& attempt, const AttemptOutcome& outcome,
                 MonotonicTime now, Decision& decision);

  // What there is to be done about those that run, and when.
  enum class Due { kNothing, kHedge, kLate, kOverdue };
  MonotonicTime LookAt() const;
  Due WhatIsDue(MonotonicTime now) const;
  // A hedge is due. True: it is paid for, and to be sent.
  bool AdmitHedge(MonotonicTime now) { return hedges_.Admit(ledger_, now); }
  // The one that runs is late. If it is to be tried again, it is given up.
  Decision OnLate(MonotonicTime now);
  // The call's time is over and more; all are given up.
  Decision OnOverdue(MonotonicTime now);

  // Nobody waits for them any more.
  void GiveUp(MonotonicTime now);

  std::optional<StopReason> hedge_refusal() const { return hedges_.refusal(); }

 private:
  MonotonicTime OverdueAt() const;
  MonotonicTime LateAt() const;
  void Lose(AnyAttempt& attempt, MonotonicTime now);

  const CallPlan& plan_;
  CallLedger& ledger_;
  CallRecorder& recorder_;
  CallHedges hedges_;
  absl::InlinedVector<std::shared_ptr<AnyAttempt>, 1> attempts_;
  // The one that runs is late, and there is none to take its place.
  bool stays_late_ = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_RUNNING_ATTEMPTS_H_
