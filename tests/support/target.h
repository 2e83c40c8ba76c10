// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_TARGET_H_
#define BATON_TESTS_SUPPORT_TARGET_H_

#include "absl/time/time.h"
#include "baton/core/decision/attempt_admission.h"
#include "baton/core/limits/process_budget.h"
#include "baton/core/limits/retry_breakers.h"
#include "baton/monotonic_time.h"

namespace baton::support {

// The state that calls to one target share, with functions to change it.
class Target {
 public:
  explicit Target(MonotonicTime now, const ProcessBudgetOptions& options = {})
      : budget(options, now) {}

  core::TargetLimits limits() {
    return {budget, core::RetryBreakers(method, breaker)};
  }

  // Takes all tokens.
  void EmptyBudget(MonotonicTime now) {
    for (;;) {
      core::BudgetSpending someone_else;
      if (!budget.TryWithdraw(RetryCost::kTransient, now, someone_else)) {
        return;
      }
    }
  }

  // Opens the retry breaker of the method with failures, one after the other.
  void OpenRetryBreaker(MonotonicTime now) {
    for (int i = 0; i < core::RetryBreaker::kOfMethod.opens_at; ++i) {
      const absl::Duration later = absl::Nanoseconds(i);
      method.breaker.OnFailure({now + later, now + later});
    }
  }
  // Closes it again with successes.
  void CloseRetryBreaker(MonotonicTime now) {
    for (int i = 0; i < core::RetryBreaker::kOfMethod.opens_at; ++i) {
      method.breaker.OnSuccess(now, now);
    }
  }

  core::ProcessBudget budget;
  core::MethodBreaker method;
  core::RetryBreaker breaker{core::RetryBreaker::kOfTarget};
};

}  // namespace baton::support

#endif  // BATON_TESTS_SUPPORT_TARGET_H_
