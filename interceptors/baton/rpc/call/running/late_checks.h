// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_RUNNING_LATE_CHECKS_H_
#define BATON_RPC_CALL_RUNNING_LATE_CHECKS_H_

#include <cstdint>
#include <optional>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/channel/method_records.h"
#include "baton/stop_reason.h"

namespace baton::rpc {

// Returns whether a timer that was due at `due` runs so late that this process
// was stalled. Events that have arrived meanwhile may still wait for a thread,
// so that an attempt that looks slow may have its answer already.
inline bool WasStalled(MonotonicTime due, MonotonicTime now) {
  return now - due > absl::Milliseconds(5);
}
// The time after which the attempt is checked again.
inline constexpr absl::Duration kLateTimerGrace = absl::Milliseconds(10);

// Finds out when the newest attempt of one call is late, and whether a second
// attempt may start beside it. See baton/core/decision/late_attempt.h. Also
// remembers the answers of the call's attempts for other calls. No-op for a
// call that may not have a second attempt. Owned by RunningAttempts. Used on
// the call's strand.
class LateChecks {
 public:
  // `plan` must outlive this object.
  explicit LateChecks(const CallPlan& plan);

  // Returns whether attempts of this call may get a second attempt.
  bool on() const { return record_ != nullptr; }

  // Begins to watch an attempt, in place of an earlier one. `is_connected`: its
  // channel had a connection when it started. Otherwise its age counts from the
  // first check that finds a connection.
  // `attempts_left`: the attempts that the call may make, with this one.
  void Watch(int attempts_left, AttemptFacts& attempt, bool is_connected);
  // Continues the checks of `other`, which belong to the same call.
  void TakeOver(const LateChecks& other);
  bool was_connected() const { return was_connected_; }
  // Stops the checks of the watched attempt.
  void Stop() { next_at_ = MonotonicTime::InfiniteFuture(); }
  // Stops them if `attempt`, which has ended, is the watched one.
  void Stop(const AttemptFacts& attempt) {
    if (attempt.number == watched_) Stop();
  }

  // Returns the time of the next check, or InfiniteFuture() if none follows.
  MonotonicTime NextAt() const { return next_at_; }

  // Checks the watched attempt. Requires NextAt() to have passed. If it returns
  // true, a second attempt is charged and must start. `queue` is the lane of
  // the application's completion queue, if the attempt uses the application's
  // own call of a completion queue or of the callback API. Its answer may wait
  // in that queue. Only an answer that came through the same queue shows that
  // it does not.
  bool Admit(CallLedger& ledger, MonotonicTime now, bool is_connected,
             std::optional<uint64_t> queue);

  // Makes the part of the check that needs no ledger. Returns true if no second
  // attempt may start now, and sets the next check. If it returns false,
  // Admit() must decide. Requires an attempt whose channel is connected, and a
  // call without fallback channels.
  bool Postpone(MonotonicTime now, std::optional<uint64_t> queue);

  // Records that a server answered an attempt on the primary channel, with
  // success or a permanent status. `lane` delivered the answer.
  void OnAnswer(const AttemptFacts& attempt, bool success, MonotonicTime now,
                uint64_t lane);

  // Returns why the last check started no second attempt.
  std::optional<StopReason> stop_reason() const { return stop_reason_; }

 private:
  void SetNext(MonotonicTime now, absl::Duration age);
  // Returns true if this process was stalled. Sets the next check then.
  bool PostponeAfterStall(MonotonicTime now);
  bool WasOvertaken(MonotonicTime now, std::optional<uint64_t> queue) const;

  const CallPlan& plan_;
  // Null if there are no checks.
  MethodRecord* record_ = nullptr;
  // The watched attempt: its number, its start, and whether its channel was
  // known to have a connection.
  int watched_ = 0;
  MonotonicTime awaited_since_;
  absl::Duration first_age_;
  bool was_connected_ = false;
  MonotonicTime next_at_ = MonotonicTime::InfiniteFuture();
  std::optional<StopReason> stop_reason_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_RUNNING_LATE_CHECKS_H_
