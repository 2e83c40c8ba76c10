// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_CALL_ROUTE_H_
#define BATON_RPC_CALL_CALL_ROUTE_H_

#include "baton/core/decision/attempt_admission.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/fallback_route.h"
#include "baton/core/limits/retry_breakers.h"
#include "baton/core/limits/seen_servers.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_plan.h"

namespace baton::rpc {

// Selects the channel of each attempt of one call. Each channel has its own
// retry breakers, and its own record of whether its target participates. This
// class reads and updates both. All channels use the process budget of the
// primary target. For a call without fallback channels, it always selects the
// primary channel. Owned by the CallLedger. Used on the call's strand.
class CallRoute {
 public:
  // `plan` must outlive this object.
  explicit CallRoute(const CallPlan& plan);

  // Returns the channel index for attempt `number`: see FallbackRoute::Next().
  // Sets `progress.skips_connection_wait` to whether this channel may have a
  // connection.
  int Next(int number, MonotonicTime now, core::CallProgress& progress) const;
  // Returns the limits for an attempt on this channel.
  core::TargetLimits LimitsAt(int channel_index) const;
  // Returns the fallback channel on which attempt `number` may start beside a
  // late one. Returns kPrimary if there is none.
  int NextFallback(int number, MonotonicTime now) const;
  bool DropsCancelledWork(int channel_index, MonotonicTime now) const {
    return CapabilitiesAt(channel_index).DropsCancelledWork(now);
  }
  // Returns whether the servers of the primary channel honor the idempotency
  // keys of the method. Calls that may be repeated only because of their key
  // use no fallback channel.
  bool HonorsKeys(MonotonicTime now) const;
  // Selects the channel on which the next attempt was admitted.
  void OnAdmitted(int channel_index) { channel_index_ = channel_index; }

  // Returns whether the next attempt may use any channel that has a connection.
  // This is the case if the call has waited for a connection of any of its
  // channels.
  bool MayChoose(const Decision& wait) const {
    return route_.has_fallbacks() && wait.wait_cause == WaitCause::kConnection;
  }
  // Selects the channel of the next attempt, and forgets which channels had no
  // connection.
  void GoTo(int channel_index);

  bool uses_fallback() const { return channel_index_ != kPrimary; }

  // Starts the next attempt and returns its channel index. Also sets in the
  // grant of `progress` whether the target of this channel participates.
  int Start(MonotonicTime now, core::CallProgress& progress) const;
  // Records what the end of an attempt shows about its target.
  void OnAttemptEnd(const EndedAttempt& ended, MonotonicTime now);
  // Sets in `progress` where an attempt on channel `next` may go, after one on
  // channel `from`.
  void NoteReach(int from, int next, MonotonicTime now,
                 core::CallProgress& progress) const;
  // Records that an attempt found no connection. Returns the begin of the
  // outage. If the call started on a fallback channel, this is the outage of
  // the primary channel.
  MonotonicTime OutageOf(const AttemptFacts& attempt) const;
  void NoteUnsent(const AttemptFacts& attempt) {
    route_.NoteUnconnected(attempt.fallback);
  }
  // Records that this attempt was sent.
  void NoteSent(const AttemptFacts& attempt) {
    route_.NoteConnected(attempt.fallback);
  }
  // Records for the retry breakers that an attempt failed. Records nothing if
  // the deadline left the attempt less time than the method usually takes: its
  // callers choose deadlines, and one of them must not open the breakers of
  // others.
  void OnFailure(const AttemptFacts& attempt, const AttemptOutcome& outcome,
                 OutcomeClass outcome_class) const;
  // Records for the retry breakers that an attempt showed health, see
  // core::ShowsHealth(), or that its stream has begun.
  void OnSuccess(const AttemptFacts& attempt, MonotonicTime now) const;
  // Returns the account of the method at the primary target.
  core::MethodAccount& account() const { return Record().account; }

  static constexpr int kPrimary = core::FallbackRoute::kPrimary;

 private:
  PeerCapabilities& CapabilitiesAt(int channel_index) const;
  core::SeenServers& ServersAt(int channel_index) const;
  core::RetryBreakers BreakersAt(int channel_index) const;
  bool AllowsRetries(int channel_index, MonotonicTime now) const;
  // The record of the method at the primary target.
  MethodRecord& Record() const;

  const CallPlan& plan_;
  core::FallbackRoute route_;
  int channel_index_ = kPrimary;  // channel index of the next attempt
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_ROUTE_H_
