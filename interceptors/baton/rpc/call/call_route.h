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

// Where the attempts of one call go, and what is known of each place: whether
// retries help there, and whether it takes part. All places share the target's
// process budget. Of a call that stays at home this is the target, and nothing
// is asked. Used on the call's strand.
class CallRoute {
 public:
  // `plan` must outlive it.
  explicit CallRoute(const CallPlan& plan);

  // Where the attempt with this number would go, and says in `progress`
  // whether that is elsewhere.
  int Next(int number, MonotonicTime now, core::CallProgress& progress) const;
  core::TargetState StateAt(int place) const;
  // It was admitted there.
  void OnAdmitted(int place) { place_ = place; }

  // The call has waited for a connection of any place, and may go to whichever
  // has one.
  bool MayChoose(const Decision& wait) const {
    return route_.leaves_home() && wait.wait_cause == WaitCause::kConnection;
  }
  void GoTo(int place);

  bool goes_elsewhere() const { return place_ != kHome; }

  // The next attempt starts: where, and does that place take part?
  int Start(core::CallProgress& progress) const;
  // It will not, or was not sent: the probe that it would have been there goes
  // back.
  void ReturnProbe(int place, MonotonicTime taken_at) const {
    HealthAt(place).ReturnProbe(taken_at);
  }

  void NoteTakesPart(const AttemptFacts& attempt) const;
  void NoteUnsent(const AttemptFacts& attempt) {
    route_.NoteUnconnected(attempt.fallback);
  }
  void NoteSent(const AttemptFacts& attempt) {
    route_.NoteConnected(attempt.fallback);
  }
  // One that counts as a retry has ended.
  void OnRetryEnded(const AttemptFacts& attempt, bool ok) const;

 private:
  static constexpr int kHome = core::FallbackRoute::kHome;

  core::HealthGate& HealthAt(int place) const;

  const CallPlan& plan_;
  core::FallbackRoute route_;
  int place_ = kHome;  // of the next attempt
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CALL_ROUTE_H_
