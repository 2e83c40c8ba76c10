// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_CALL_ROUTE_H_
#define BATON_RPC_CALL_CALL_ROUTE_H_

#include "baton/core/decision/attempt_admission.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/fallback_route.h"
#include "baton/core/limits/health_gate.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_plan.h"

namespace baton::rpc {

// Selects the channel of each attempt of one call. Reads and updates the state
// of these channels: their health gates, and whether their targets participate.
// All channels use the process budget of the primary target. Does nothing for a
// call without fallbacks. Owned by the CallLedger. Used on the call's strand.
class CallRoute {
 public:
  // `plan` must outlive this object.
  explicit CallRoute(const CallPlan& plan);

  // Returns the channel index for attempt `number`. Sets
  // `progress.skips_connection_wait` to whether that channel may have a
  // connection.
  int Next(int number, MonotonicTime now, core::CallProgress& progress) const;
  core::TargetLimits LimitsAt(int channel_index) const;
  // Returns the fallback channel on which attempt `number` may start beside a
  // late one. Returns kPrimary if there is none.
  int NextFallback(int number, MonotonicTime now) const;
  bool DropsCancelledWork(int channel_index, MonotonicTime now) const {
    return CapabilitiesAt(channel_index).DropsCancelledWork(now);
  }
  // Selects the channel on which the next attempt was admitted.
  void OnAdmitted(int channel_index) { channel_index_ = channel_index; }

  // Returns whether the next attempt may use any channel with a connection,
  // because it has waited for a connection of any.
  bool MayChoose(const Decision& wait) const {
    return route_.has_fallbacks() && wait.wait_cause == WaitCause::kConnection;
  }
  void GoTo(int channel_index);

  bool uses_fallback() const { return channel_index_ != kPrimary; }

  // Starts the next attempt. Returns its channel index, and tells the grant in
  // `progress` whether that target participates.
  int Start(core::CallProgress& progress) const;
  // Returns the probe of a health gate, because its attempt was not sent.
  void ReturnProbe(int channel_index, MonotonicTime taken_at) const {
    HealthAt(channel_index).ReturnProbe(taken_at);
  }

  // Records what the end of an attempt shows about its target.
  void OnAttemptEnd(const AttemptFacts& attempt,
                    const AttemptOutcome& outcome) const;
  void NoteUnsent(const AttemptFacts& attempt) {
    route_.NoteUnconnected(attempt.fallback);
  }
  void NoteSent(const AttemptFacts& attempt) {
    route_.NoteConnected(attempt.fallback);
  }
  // Records the end of an attempt that counts as a retry.
  void OnRetryEnded(const AttemptFacts& attempt, bool ok) const;

  static constexpr int kPrimary = core::FallbackRoute::kPrimary;

 private:
  PeerCapabilities& CapabilitiesAt(int channel_index) const;
  core::HealthGate& HealthAt(int channel_index) const;

  const CallPlan& plan_;
  core::FallbackRoute route_;
  int channel_index_ = kPrimary;  // channel index of the next attempt
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_ROUTE_H_
