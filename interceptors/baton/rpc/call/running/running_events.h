// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_RUNNING_RUNNING_EVENTS_H_
#define BATON_RPC_CALL_RUNNING_RUNNING_EVENTS_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/report/call_report_writer.h"
#include "baton/rpc/call/running/attempt_timeout.h"
#include "baton/rpc/call/running/call_hedges.h"
#include "baton/rpc/call/running/connect_limit.h"
#include "baton/rpc/call/running/late_checks.h"

namespace baton::rpc {

// Decides what a call does at which time while its attempts are in flight: send
// a hedge, start a second attempt beside a late one, end an attempt or the
// call. Owned by the running attempts of the call. Not thread-safe.
class RunningEvents {
 public:
  // The arguments must outlive this object.
  RunningEvents(const CallPlan& plan, CallLedger& ledger,
                CallReportWriter& report_writer);

  // The attempts that are in flight, in the order of their start.
  using Attempts = absl::Span<const std::shared_ptr<AnyAttempt>>;

  // Observes that an attempt is about to be sent.
  void OnSent(AttemptFacts& attempt, bool is_connected);
  // Observes that the server has answered an attempt.
  void OnAnswer(const AnyAttempt& attempt, bool success, MonotonicTime now);
  // Observes that an attempt was discarded before its end. An attempt that
  // waited for a connection shows nothing about the server's speed.
  void NoteLowerLimit(const AnyAttempt& attempt, MonotonicTime now);

  // The next event, and the time to check for it.
  enum class Due {
    kNothing,
    kHedge,
    kLate,
    kAttemptTimeout,
    kConnectTimeout,
    kCallDeadline,
  };
  MonotonicTime NextAt(Attempts attempts) const;
  // Returns the event that is due at `now`.
  Due WhatIsDue(Attempts attempts, MonotonicTime now) const;

  // Decides about a hedge that is due. True: the hedge is charged, and the
  // caller must send it. Without a connection, no attempt can have been sent.
  // The hedge then waits.
  bool AdmitHedge(MonotonicTime now, bool is_connected);
  // Checks a late attempt that is due. If it returns true, a second attempt is
  // charged and must be sent. `queue`: see LateChecks.
  bool AdmitSecond(const AttemptFacts& late, MonotonicTime now,
                   bool is_connected, std::optional<uint64_t> queue);
  // Checks an attempt whose connect timeout is due. If its channel has no
  // connection, ends the attempt, records this, and returns the decision.
  std::optional<Decision> EndUnconnected(
      AnyAttempt& attempt, MonotonicTime now,
      absl::FunctionRef<bool()> is_connected);
  // Returns whether an attempt may be late or time out. If not, the caller need
  // not find out whether its channel has a connection.
  bool IsWatched() const;

  CallHedges& hedges() { return hedges_; }
  const CallHedges& hedges() const { return hedges_; }
  LateChecks& late() { return late_; }
  AttemptTimeout& timeout() { return timeout_; }
  const AttemptTimeout& timeout() const { return timeout_; }

 private:
  MonotonicTime CallDeadlineCheckAt() const;
  MonotonicTime LateCheckAt(Attempts attempts) const;
  MonotonicTime TimesOutAt(Attempts attempts) const;
  MonotonicTime ConnectsBy(Attempts attempts) const;

  const CallPlan& plan_;
  CallLedger& ledger_;
  CallReportWriter& report_writer_;
  CallHedges hedges_;
  LateChecks late_;
  AttemptTimeout timeout_;
  ConnectLimit connect_limit_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_RUNNING_RUNNING_EVENTS_H_
