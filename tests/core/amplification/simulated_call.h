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
#include "baton/retry_advice.h"
#include "tests/core/amplification/call_tree.h"
#include "tests/core/amplification/law_ledger.h"
#include "tests/core/amplification/sabotage.h"
#include "tests/core/amplification/seeded_uniform.h"
#include "tests/core/amplification/world.h"

namespace baton::law {

// How an attempt ends, if its caller waits for the end.
struct Delivery {
  AttemptOutcome outcome;
  // What the caller learns of the use below; see CallGrant::EndAttempt.
  std::optional<int> used_below;
  // The caller's attempt limit fires before that.
  bool limit_fires = false;
};

// One logical call of a service that takes part, driven as the client engine
// drives it: the decisions and the arithmetic are those of core. What the
// engine leaves to time is left to chance here: which of the attempts in
// flight ends next, when a hedge is due, and what happens during a wait.
class SimulatedCall {
 public:
  // Puts an attempt with this header on the wire and says how it ends. The
  // work below is done by then, whether or not the caller waits for it.
  using Send = absl::FunctionRef<Delivery(absl::string_view header)>;

  SimulatedCall(const CallSite& site, int granted, int hop, Sabotage sabotage,
                World& world, LawLedger& ledger, SeededUniform& random);

  // Runs the call to its end. True if it succeeded.
  bool Run(Send send);

  // What the call adds to its handler's report.
  int used() const;
  // What its end says against repeating the handler's request.
  std::optional<RetryAdvice::Why> objection() const { return objection_; }

 private:
  struct InFlight {
    int forwarded;
    Delivery delivery;
  };

  void StartAttempt(Send send);
  // True if the call has succeeded with it.
  bool OnEvent();
  void OnLimit(InFlight& attempt);
  bool OnEnd(const InFlight& attempt);
  void MaybeHedge();
  void Decide(const AttemptOutcome& outcome);
  void OnAdmitted();
  void CheckLaw();

  const CallSite& site_;
  const int hop_;
  const Sabotage sabotage_;
  World& world_;
  LawLedger& ledger_;
  SeededUniform& random_;
  core::CallProgress progress_;
  const core::RetryDecider decider_;
  std::vector<InFlight> in_flight_;
  int waiting_ = 1;  // admitted and not yet sent
  std::optional<RetryAdvice::Why> objection_;
  // The law counted a second time, without CallGrant's help.
  int started_ = 0;
  int charged_below_ = 0;
};

}  // namespace baton::law

#endif  // BATON_TESTS_CORE_AMPLIFICATION_SIMULATED_CALL_H_
