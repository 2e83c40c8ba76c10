// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_RUNNING_RUNNING_ATTEMPTS_H_
#define BATON_RPC_CALL_RUNNING_RUNNING_ATTEMPTS_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "baton/attempt_outcome.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/report/call_report_writer.h"
#include "baton/rpc/call/running/running_events.h"
#include "baton/stop_reason.h"

namespace baton::rpc {

// The attempts of a call that are in flight: one, or several if the call is
// hedged or an attempt is late. Discarded attempts are not included. They are
// cancelled, and Baton ignores their results. An attempt that uses the
// application's own call is not included either, but late() watches it. Owned
// by the call. Used on the call's strand.
class RunningAttempts {
 public:
  // The arguments must outlive this object.
  RunningAttempts(const CallPlan& plan, CallLedger& ledger,
                  CallReportWriter& report_writer);

  bool empty() const { return attempts_.empty(); }
  // Adds an attempt that is about to be sent. `is_connected`: its channel has a
  // connection.
  void Add(std::shared_ptr<AnyAttempt> attempt, bool is_connected);
  // Returns whether this attempt is in flight, and no other one.
  bool IsOnly(const AnyAttempt& attempt) const {
    return attempts_.size() == 1 && attempts_.front().get() == &attempt &&
           !in_place_runs_ && !events_.timeout().is_ending();
  }
  // Removes an attempt that has ended. Returns false if it was discarded
  // before.
  bool Remove(const AnyAttempt& attempt);

  // Records that a response has begun to arrive, or that an attempt has
  // succeeded without a message.
  void OnResponse(const AnyAttempt& attempt, MonotonicTime now);
  // Selects the attempt whose result the application receives. Discards the
  // others.
  void CommitTo(const AnyAttempt& attempt, MonotonicTime now);

  // The next step of the call after a failed attempt.
  enum class Next {
    kDecided,    // follow and record the decision
    kSendHedge,  // send a hedge at once (already charged)
    kOthersRun,  // wait for the attempts that are in flight
  };
  // If the attempt failed because it was cancelled after its timeout, changes
  // `outcome` to the timeout. `details`: of the attempt.
  Next OnFailure(const AnyAttempt& attempt, AttemptOutcome& outcome,
                 const AttemptDetails& details, MonotonicTime now,
                 Decision& decision);

  // The next event, and the time to check for it.
  using Due = RunningEvents::Due;
  MonotonicTime LookAt() const { return events_.NextAt(attempts_); }
  // Returns the event that is due at `now`.
  Due WhatIsDue(MonotonicTime now) const {
    return events_.WhatIsDue(attempts_, now);
  }
  bool AdmitHedge(MonotonicTime now, bool is_connected) {
    return events_.AdmitHedge(now, is_connected);
  }
  // Checks the newest attempt, which is late, for a second one beside it.
  bool AdmitSecond(MonotonicTime now, bool is_connected) {
    return AdmitSecond(newest().facts, now, is_connected,
                       newest().answer_queue);
  }
  // Checks a late attempt on the application's own call.
  bool AdmitSecond(const AttemptFacts& late, MonotonicTime now,
                   bool is_connected, std::optional<uint64_t> queue) {
    return events_.AdmitSecond(late, now, is_connected, queue);
  }
  bool IsWatched() const { return events_.IsWatched(); }
  // Handles a timed-out attempt. If a retry is allowed, cancels it. Its end
  // then brings the decision to OnFailure(). Returns the decision if the
  // attempt does not end in spite of its cancellation. It is then discarded.
  std::optional<Decision> OnAttemptTimeout(MonotonicTime now,
                                           bool is_connected);
  // Handles the connect timeout: see RunningEvents::EndUnconnected().
  std::optional<Decision> OnConnectTimeout(
      MonotonicTime now, absl::FunctionRef<bool()> is_connected);
  // Returns the newest attempt. Requires !empty().
  const AnyAttempt& newest() const { return *attempts_.back(); }
  // Ends a call that is past its deadline and a grace period, or past another
  // limit of the whole call, which `reason` names. Discards all attempts.
  Decision OnCallDeadline(MonotonicTime now,
                          StopReason reason = StopReason::kNotEnoughTime);

  // If exactly one attempt is in flight, cancels it, and returns true. It then
  // ends like any other attempt.
  bool CancelOnly();
  // Discards all attempts.
  void DiscardAll(MonotonicTime now);
  // Whether an attempt on the application's own call is in flight. It counts
  // when a failure waits for other attempts.
  void SetInPlace(bool runs) { in_place_runs_ = runs; }
  bool in_place_runs() const { return in_place_runs_; }

  LateChecks& late() { return events_.late(); }

  std::optional<StopReason> hedge_stop_reason() const {
    return events_.hedges().stop_reason();
  }

 private:
  void Discard(AnyAttempt& attempt, MonotonicTime now);

  const CallPlan& plan_;
  CallLedger& ledger_;
  CallReportWriter& report_writer_;
  RunningEvents events_;
  absl::InlinedVector<std::shared_ptr<AnyAttempt>, 1> attempts_;
  bool in_place_runs_ = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_RUNNING_RUNNING_ATTEMPTS_H_
