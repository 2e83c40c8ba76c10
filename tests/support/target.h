// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_TARGET_H_
#define BATON_TESTS_SUPPORT_TARGET_H_

#include "baton/core/attempt_admission.h"
#include "baton/core/health_gate.h"
#include "baton/core/monotonic_time.h"
#include "baton/core/process_budget.h"

namespace baton::support {

// The state that calls to one target share, with functions to change it.
class Target {
 public:
  explicit Target(core::MonotonicTime now,
                  const core::ProcessBudgetOptions& options = {})
      : budget(options, now), health(core::HealthGateOptions()) {}

  core::TargetState state() { return {budget, health}; }

  // Takes all tokens.
  void EmptyBudget(core::MonotonicTime now) {
    for (;;) {
      core::BudgetSpending someone_else;
      if (!budget.TryWithdraw(core::RetryCost::kTransient, now, someone_else)) {
        return;
      }
    }
  }

  // Closes the gate with failed retries, and takes the current probe.
  void CloseHealthGate(core::MonotonicTime now) {
    for (int i = 0; i < core::HealthGateOptions().min_attempts; ++i) {
      health.OnRetryEnded(false, now);
    }
    health.Allow(now);
  }

  core::ProcessBudget budget;
  core::HealthGate health;
};

}  // namespace baton::support

#endif  // BATON_TESTS_SUPPORT_TARGET_H_
