// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_LEDGER_STATE_H_
#define BATON_RPC_CALL_LEDGER_STATE_H_

#include <optional>

#include "baton/attempt_outcome.h"
#include "baton/classifier.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/late_attempt.h"
#include "baton/core/decision/next_attempt.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/call_route.h"
#include "baton/stop_reason.h"

namespace baton::rpc {

// The state of the accounting of one call, and the decisions that depend on it
// alone. Owned by the CallLedger. Used on the call's strand.
struct LedgerState {
  // `used_plan` must outlive this object.
  explicit LedgerState(const CallPlan& used_plan);

  // Returns whether a healthy call has ended, so that only one decision is
  // possible. A classifier of the application might decide otherwise.
  bool IsPlainSuccess(const AttemptOutcome& outcome) const;
  // See the functions of CallLedger with these names.
  int AttemptsLeft() const;
  MonotonicTime TimesOutAt(MonotonicTime awaited_since) const;
  // Returns the outcome_unknown of a call whose request may have taken effect.
  bool IsUnknown(bool effect_possible) const;
  // Updates in `progress` whether the server honors the idempotency key.
  void NoteKey(MonotonicTime now);
  // Updates in `progress` whether all retries are stopped.
  void NoteRetryStop();
  // Refunds the charge for an attempt that was not sent.
  void Refund(std::optional<RetryCost> charge);

  // Decides about a retry after an attempt has ended on `from_channel`. If the
  // attempt may start, `next` has its charge. `only_asked`: charges nothing.
  Decision DecideRetry(const Classifier& classifier,
                       const AttemptOutcome& outcome,
                       const AttemptDetails& details, int from_channel,
                       bool only_asked);
  // Decide about a hedge, and about a second attempt beside a late one. If the
  // attempt may start, plan it and return nullopt. Otherwise return the reason.
  std::optional<StopReason> AdmitHedge(MonotonicTime now);
  std::optional<StopReason> AdmitSecondAttempt(core::LateAttempt late,
                                               MonotonicTime now);

  const CallPlan& plan;
  CallRoute route;
  core::CallProgress progress;
  int attempts_started = 0;
  core::NextAttempt next;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_LEDGER_STATE_H_
