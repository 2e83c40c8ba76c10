// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_TARGET_H_
#define BATON_TESTS_SUPPORT_TARGET_H_

#include "baton/core/decision/attempt_admission.h"
#include "baton/core/limits/health_gate.h"
#include "baton/core/limits/process_budget.h"
#include "baton/monotonic_time.h"

namespace baton::support {

// What calls to one target share, and ways to bring it into a state.
class Target {
 public:
  explicit Target(MonotonicTime now, const ProcessBudgetOptions& options = {})
      : budget(options, now), health(HealthGateOptions()) {}

  core::TargetState state() { return {budget, health}; }

  // Leaves nothing for anybody's retry.
  void EmptyBudget(MonotonicTime now) {
    for (;;) {
      core::BudgetSpending someone_else;
      if (!budget.TryWithdraw(RetryCost::kTransient, now, someone_else)) {
        return;
      }
    }
  }

  // Retries have not been helping, and the probe of this moment is taken.
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
