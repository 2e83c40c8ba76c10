// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_SIMULATED_CALL_H_
#define BATON_TESTS_CORE_AMPLIFICATION_SIMULATED_CALL_H_

#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "baton/attempt_outcome.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/retry_decider.h"
#include "baton/monotonic_time.h"
#include "baton/retry_advice.h"
#include "tests/core/amplification/call_tree.h"
#include "tests/core/amplification/law_ledger.h"
#include "tests/core/amplification/sabotage.h"
#include "tests/core/amplification/seeded_uniform.h"
#include "tests/core/amplification/world.h"

namespace baton::amplification {

// How an attempt ends, if its caller waits for the end.
struct Delivery {
  AttemptOutcome outcome;
  // Whether the caller's per-attempt timeout expires before that.
  bool limit_fires = false;
};

// A logical call of a participating service, driven as the client engine
// drives it. Decisions and arithmetic come from core. Time is replaced by
// random choices: the attempt that ends next, the time of a hedge, and events
// during a wait. Each event takes a random time of up to 20 ms.
class SimulatedCall {
 public:
  // Sends an attempt with this header and returns how it ends. All work of the
  // callees is done by then, even if the caller does not wait for it.
  using Send = absl::FunctionRef<Delivery(absl::string_view header)>;

  // `passes_grant_on`: in observe mode, an attempt forwards its request's
  // grant.
  SimulatedCall(const CallSite& site, int granted, int hop,
                bool passes_grant_on, Sabotage sabotage, World& world,
                AmplificationLedger& ledger, SeededUniform& random);

  // Runs the call to its end. Returns whether it succeeded.
  bool Run(Send send);

  // Returns what the call adds to its handler's report.
  int used() const;
  // Returns why the handler's request should not be repeated, if there is a
  // reason.
  std::optional<RetryAdvice::Reason> objection() const { return objection_; }

 private:
  struct Forwarded {
    int in_header;
    // Equal to `in_header`, except in sabotage.
    int charged;
  };
  struct InFlight {
    Forwarded forwarded;
    Delivery delivery;
  };

  void StartAttempt(Send send);
  // Returns whether the call has succeeded with this event.
  bool OnEvent();
  void OnAttemptTimeout(InFlight& attempt);
  bool OnEnd(const InFlight& attempt);
  void MaybeHedge();
  void Decide(const AttemptOutcome& outcome);
  void OnAdmitted();
  void CheckAmplification();
  // Returns whether sabotage hides what the started attempt forwards.
  bool ForwardsForFree() const;
  // Starts the next attempt in the grant.
  Forwarded Forward();
  std::optional<int> UsedByCallee(const AttemptOutcome& outcome) const;

  const CallSite& site_;
  const int hop_;
  const bool passes_grant_on_;
  const Sabotage sabotage_;
  World& world_;
  AmplificationLedger& ledger_;
  SeededUniform& random_;
  core::CallProgress progress_;
  const core::RetryDecider decider_;
  MonotonicTime now_;
  std::vector<InFlight> in_flight_;
  int waiting_ = 1;  // admitted and not yet sent
  std::optional<RetryAdvice::Reason> objection_;
  // Counts the bound a second time, without CallGrant.
  int started_ = 0;
  int charged_below_ = 0;
};

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_SIMULATED_CALL_H_
