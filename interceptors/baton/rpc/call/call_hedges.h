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

// The hedging of one call: when a hedge is due and whether it may be sent. Also
// measures the latency for later calls. No-op for a call that is not hedged.
// Owned by RunningAttempts. Used on the call's strand.
class CallHedges {
 public:
  // `plan` must outlive this object.
  explicit CallHedges(const CallPlan& plan);

  // Returns whether the call is hedged. False before the first attempt and
  // after End(). Also false if Baton must measure the delay and has too few
  // samples.
  bool on() const { return schedule_.has_value(); }

  // Returns the time of the next hedge, or InfiniteFuture() if none will
  // follow.
  MonotonicTime NextAt() const;
  // Decides about a hedge that is due. Requires on(). If it returns true, the
  // hedge is charged and must be sent. If it returns false, the call makes no
  // more hedges.
  bool Admit(CallLedger& ledger, MonotonicTime now);

  // Records that an attempt of any kind was sent.
  void OnSent(const AttemptFacts& attempt);
  // Records that an attempt has received the first part of a successful
  // response.
  void OnResponse(const AttemptFacts& attempt, MonotonicTime now);
  // Records that an attempt was discarded at `now`, because another one was
  // faster.
  void OnAttemptDiscarded(const AttemptFacts& attempt, MonotonicTime now);
  // Records a failed attempt. Requires on(). Returns false if the call fails
  // with it. See HedgeSchedule.
  bool OnFailure(const AttemptOutcome& outcome, MonotonicTime now);

  // Stops hedging, because the result of the call is known.
  void End() { schedule_.reset(); }

  // Returns why a hedge that was due was not sent.
  std::optional<StopReason> stop_reason() const { return stop_reason_; }

 private:
  const HedgeOptions& options_;
  // Null if the call is not hedged.
  MethodRecord* record_ = nullptr;
  std::optional<core::HedgeSchedule> schedule_;
  std::optional<StopReason> stop_reason_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_HEDGES_H_
