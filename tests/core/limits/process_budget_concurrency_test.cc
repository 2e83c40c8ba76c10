// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <atomic>
#include <cstdint>

#include "baton/core/limits/process_budget.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"
#include "tests/support/threads.h"

namespace baton::core {
namespace {

constexpr int kThreads = 6;
constexpr int kCalls = 10'000;

TEST(ProcessBudgetConcurrencyTest, EveryTokenIsAccountedFor) {
  support::FakeClock clock;
  ProcessBudgetOptions options;
  options.capacity = 1'000'000;
  options.deposit = 0.1;
  options.refill_limit = 0;
  options.transient_cost = 1;
  options.timeout_cost = 2;
  options.max_ratio_per_call = 1;
  // Starts half full, because half of another budget was taken.
  ProcessBudgetOptions one = options;
  one.capacity = 2;
  ProcessBudget half(one, clock.Now());
  BudgetSpending taken;
  ASSERT_TRUE(half.TryWithdraw(RetryCost::kTransient, clock.Now(), taken));
  ProcessBudget budget(options, half, clock.Now());
  ASSERT_EQ(budget.Level(clock.Now()), 500'000);

  std::atomic<int64_t> balance_milli{0};
  support::RunOnThreads(kThreads, [&](int thread) {
    for (int i = 0; i < kCalls; ++i) {
      BudgetSpending spending;
      switch ((i + thread) % 5) {
        case 0:  // +0.1
          budget.OnFirstAttemptSuccess();
          balance_milli += 100;
          break;
        case 1:  // an unsuccessful retry: -1
          budget.TryWithdraw(RetryCost::kTransient, clock.Now(), spending);
          balance_milli -= 1'000;
          break;
        case 2:  // a successful retry: 0
          budget.TryWithdraw(RetryCost::kTransient, clock.Now(), spending);
          budget.OnCallSaved(spending);
          break;
        case 3:  // an unsent retry: 0
          budget.TryWithdraw(RetryCost::kThrottled, clock.Now(), spending);
          budget.ReturnUnsent(RetryCost::kThrottled, spending);
          break;
        case 4:  // a success after a timeout, which is not refunded: -2
          budget.TryWithdraw(RetryCost::kTimeout, clock.Now(), spending);
          budget.OnCallSaved(spending);
          balance_milli -= 2'000;
          break;
      }
    }
  });
  EXPECT_EQ(budget.Level(clock.Now()),
            500'000 + static_cast<double>(balance_milli) / 1'000);
}

TEST(ProcessBudgetConcurrencyTest, LevelNeverLeavesItsBounds) {
  support::FakeClock clock;
  ProcessBudgetOptions options;
  options.capacity = 4;
  ProcessBudget budget(options, clock.Now());
  std::atomic<int> out_of_bounds{0};
  support::RunOnThreads(kThreads, [&](int thread) {
    for (int i = 0; i < kCalls; ++i) {
      BudgetSpending spending;
      const auto cost = static_cast<RetryCost>((i + thread) % 3);
      if (budget.TryWithdraw(cost, clock.Now(), spending) && i % 2 == 0) {
        budget.ReturnUnsent(cost, spending);
      }
      budget.OnFirstAttemptSuccess();
      const double level = budget.Level(clock.Now());
      if (level < 0 || level > 4) ++out_of_bounds;
    }
  });
  EXPECT_EQ(out_of_bounds, 0);
}

}  // namespace
}  // namespace baton::core
