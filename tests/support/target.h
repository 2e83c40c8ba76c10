// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_TARGET_H_
#define BATON_TESTS_SUPPORT_TARGET_H_

#include "baton/core/decision/attempt_admission.h"
#include "baton/core/limits/health_gate.h"
#include "baton/core/limits/process_budget.h"
#include "baton/monotonic_time.h"

namespace baton::support {

// The state that calls to one target share, with functions to change it.
class Target {
 public:
  explicit Target(MonotonicTime now, const ProcessBudgetOptions& options = {})
      : budget(options, now), health(HealthGateOptions()) {}

  core::TargetLimits limits() { return {budget, health}; }

  // Takes all tokens.
  void EmptyBudget(MonotonicTime now) {
    for (;;) {
      core::BudgetSpending someone_else;
      if (!budget.TryWithdraw(RetryCost::kTransient, now, someone_else)) {
        return;
      }
    }
  }

  // Closes the gate with failed retries, and takes the current probe.
  void CloseHealthGate(MonotonicTime now) {
    for (int i = 0; i < HealthGateOptions().min_attempts; ++i) {
      health.OnRetryEnded(false, now);
    }
    health.Allow(now);
  }

  core::ProcessBudget budget;
  core::HealthGate health;
};

}  // namespace baton::support

#endif  // BATON_TESTS_SUPPORT_TARGET_H_
