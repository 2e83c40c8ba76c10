// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_CALL_HEDGES_H_
#define BATON_RPC_CALL_CALL_HEDGES_H_

#include <optional>

#include "baton/attempt_outcome.h"
#include "baton/core/decision/hedge_schedule.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/channel/method_records.h"
#include "baton/stop_reason.h"

namespace baton::rpc {

// The hedging of one call: when further copies are due, whether each may be
// sent, and what is learned for calls to come. Of a call that is not hedged it
// does nothing. Used on the call's strand.
class CallHedges {
 public:
  // `plan` must outlive it.
  explicit CallHedges(const CallPlan& plan);

  // Is the call hedged? Not before its first attempt was sent, nor while its
  // method's latency is not known that it was to be hedged by.
  bool on() const { return schedule_.has_value(); }

  // When the next copy is due; infinitely far away if there will be none.
  MonotonicTime NextAt() const;
  // A copy is due. True: it is paid for, and is to be sent. False: neither it
  // nor any other will be.
  bool Admit(CallLedger& ledger, MonotonicTime now);

  // An attempt has been sent, whatever for.
  void OnSent(const AttemptFacts& attempt);
  // It has brought the first of its answer, and not a failure.
  void OnAnswer(const AttemptFacts& attempt, MonotonicTime now);
  // It was not waited for any longer than this, since another was faster.
  void OnLost(const AttemptFacts& attempt, MonotonicTime now);
  // It has failed. False: the call fails with it. See HedgeSchedule.
  bool OnFailure(const AttemptOutcome& outcome, MonotonicTime now);

  // The call is settled, and none is sent any more.
  void End() { schedule_.reset(); }

  // Why a copy that was due was not sent.
  std::optional<StopReason> refusal() const { return refusal_; }

 private:
  const HedgeOptions& options_;
  // Null: the call is not to be hedged.
  MethodRecord* record_ = nullptr;
  std::optional<core::HedgeSchedule> schedule_;
  std::optional<StopReason> refusal_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_HEDGES_H_
