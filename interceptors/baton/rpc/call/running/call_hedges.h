// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_RUNNING_CALL_HEDGES_H_
#define BATON_RPC_CALL_RUNNING_CALL_HEDGES_H_

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

// The hedging of one call: when a hedge is due, and whether it may be sent.
// Also measures the latency of the method for the hedges of later calls. If the
// policy allows no hedges for the call, all functions do nothing. Owned by
// RunningAttempts. Used on the call's strand.
class CallHedges {
 public:
  // `plan` must outlive this object.
  explicit CallHedges(const CallPlan& plan);

  // Returns whether hedges may still be sent. False before the first attempt
  // and after End(). Also false if the policy sets no delay and there are too
  // few samples to measure one.
  bool on() const { return schedule_.has_value(); }

  // Returns the time at which the next hedge is due. Returns InfiniteFuture()
  // if there will be no more hedges.
  MonotonicTime NextAt() const;
  // Decides about a hedge that is due. Requires on(). True: the hedge is
  // charged, and the caller must send it. False: the call makes no more hedges.
  bool Admit(CallLedger& ledger, MonotonicTime now);

  // Waits once more, because there is no connection. Requires on().
  void Postpone(MonotonicTime now) { schedule_->Postpone(now); }
  // If this process was stalled when the hedge was due, waits a little for
  // responses that have arrived meanwhile. Does so once for each hedge. Returns
  // whether it waits. Requires on().
  bool WaitAfterStall(MonotonicTime now);

  // Records that an attempt of any kind was sent.
  void OnSent(const AttemptFacts& attempt);
  // Records that the first part of a successful response to an attempt has
  // arrived.
  void OnResponse(const AttemptFacts& attempt, MonotonicTime now);
  // Records that an attempt was discarded at `now`, because another attempt was
  // faster.
  void OnAttemptDiscarded(const AttemptFacts& attempt, MonotonicTime now);
  // Records a failed attempt. Requires on(). Returns false if the call fails
  // with this outcome: see HedgeSchedule::OnFailure().
  bool OnFailure(const AttemptOutcome& outcome, MonotonicTime now);

  // Stops hedging, because the result of the call is known.
  void End() { schedule_.reset(); }

  // Returns why a hedge that was due was not sent. nullopt if there was no such
  // hedge.
  std::optional<StopReason> stop_reason() const { return stop_reason_; }

 private:
  const HedgeOptions& options_;
  // Null if the policy allows no hedges for the call.
  MethodRecord* record_ = nullptr;
  std::optional<core::HedgeSchedule> schedule_;
  bool waited_after_stall_ = false;
  std::optional<StopReason> stop_reason_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_RUNNING_CALL_HEDGES_H_
