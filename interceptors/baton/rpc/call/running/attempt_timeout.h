// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_RUNNING_ATTEMPT_TIMEOUT_H_
#define BATON_RPC_CALL_RUNNING_ATTEMPT_TIMEOUT_H_

#include <optional>

#include "baton/attempt_outcome.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_ledger.h"

namespace baton::rpc {

// The per-attempt timeout of the one attempt of a call that is in flight. A
// timeout has two steps: the ledger decides about a retry, and Baton cancels
// the attempt. The decision holds only if the attempt then ends without a
// response. Owned by the running attempts of the call. Not thread-safe.
class AttemptTimeout {
 public:
  // `ledger` must outlive this object.
  explicit AttemptTimeout(CallLedger& ledger) : ledger_(ledger) {}

  // Observes that an attempt was sent at `now`.
  void OnSent(MonotonicTime now);
  // Returns when to call OnDue() for the attempt. Never: the infinite future.
  MonotonicTime DueAt(const AnyAttempt& attempt) const;

  // The result of a check.
  enum class Step {
    kNothing,  // the attempt keeps running
    kCancel,   // cancel the attempt
    kGiveUp,   // it does not end in spite of that: discard it, see GiveUp()
  };
  // Checks an attempt that is due. `is_connected`: its channel has a
  // connection.
  Step OnDue(AnyAttempt& attempt, MonotonicTime now, bool is_connected);

  // Whether the attempt has timed out and was cancelled.
  bool is_ending() const { return after_.has_value(); }
  // Ends this state without an end of the attempt. Returns the decision, which
  // is confirmed, and sets `outcome` to the timeout.
  Decision GiveUp(const AttemptFacts& attempt, AttemptOutcome& outcome);
  // Ends this state after the end of the attempt. Returns true, and sets the
  // outcome and the decision, if the attempt ended because of the timeout. If
  // not, its own outcome counts.
  bool Confirm(const AttemptFacts& attempt, AttemptOutcome& outcome,
               Decision& decision);
  // Ends this state, because another result counts. Hands back the charge for
  // the retry.
  void Forget();

 private:
  CallLedger& ledger_;
  // The attempt has timed out, and no retry is allowed.
  bool keeps_running_ = false;
  // The decision that follows the end of a cancelled attempt.
  std::optional<Decision> after_;
  // The earliest time of the next check.
  MonotonicTime not_before_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_RUNNING_ATTEMPT_TIMEOUT_H_
