// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/process_budget.h"

#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"

namespace baton::core {
namespace {

// Ten tokens. Retries cost 1, 2 and 2. Time adds nothing, and one call may take
// all tokens.
ProcessBudgetOptions Ten() {
  ProcessBudgetOptions options;
  options.capacity = 10;
  options.deposit = 0.1;
  options.refill_limit = 0;
  options.refill_per_second = 0;
  options.transient_cost = 1;
  options.timeout_cost = 2;
  options.throttled_cost = 2;
  options.max_ratio_per_call = 1;
  return options;
}

class ProcessBudgetTest : public ::testing::Test {
 protected:
  bool Withdraw(ProcessBudget& budget, BudgetSpending& spending,
                RetryCost cost = RetryCost::kTransient) const {
    return budget.TryWithdraw(cost, clock_.Now(), spending);
  }
  // Withdraws for a new call.
  bool WithdrawOnce(ProcessBudget& budget,
                    RetryCost cost = RetryCost::kTransient) const {
    BudgetSpending spending;
    return Withdraw(budget, spending, cost);
  }
  double Level(const ProcessBudget& budget) const {
    return budget.Level(clock_.Now());
  }

  support::FakeClock clock_;
};

TEST_F(ProcessBudgetTest, BudgetStartsFull) {
  const ProcessBudget budget(Ten(), clock_.Now());
  EXPECT_EQ(Level(budget), 10);
  EXPECT_EQ(budget.capacity(), 10);
}

TEST_F(ProcessBudgetTest, EachKindOfFailureHasItsCost) {
  ProcessBudget budget(Ten(), clock_.Now());
  EXPECT_TRUE(WithdrawOnce(budget, RetryCost::kTransient));
  EXPECT_EQ(Level(budget), 9);
  EXPECT_TRUE(WithdrawOnce(budget, RetryCost::kTimeout));
  EXPECT_EQ(Level(budget), 7);
  EXPECT_TRUE(WithdrawOnce(budget, RetryCost::kThrottled));
  EXPECT_EQ(Level(budget), 5);
}

TEST_F(ProcessBudgetTest, FailedWithdrawalChangesNothing) {
  ProcessBudgetOptions options = Ten();
  options.timeout_cost = 11;
  ProcessBudget budget(options, clock_.Now());
  BudgetSpending spending;
  EXPECT_FALSE(Withdraw(budget, spending, RetryCost::kTimeout));
  EXPECT_EQ(Level(budget), 10);
  EXPECT_EQ(spending.total, 0);
  EXPECT_EQ(spending.refundable, 0);
}

TEST_F(ProcessBudgetTest, OutageCostsItsCapacityAndTheDepositsAfterwards) {
  ProcessBudget budget(Ten(), clock_.Now());
  int sent = 0;
  while (WithdrawOnce(budget)) ++sent;
  EXPECT_EQ(sent, 10);
  // Ten successful first attempts earn 10 x 0.1 = 1 token: one more retry.
  for (int i = 0; i < 9; ++i) budget.OnFirstAttemptSuccess();
  EXPECT_FALSE(WithdrawOnce(budget));
  budget.OnFirstAttemptSuccess();
  EXPECT_TRUE(WithdrawOnce(budget));
  EXPECT_FALSE(WithdrawOnce(budget));
}

TEST_F(ProcessBudgetTest, CallSavedFromATransientFailureIsRefunded) {
  ProcessBudget budget(Ten(), clock_.Now());
  BudgetSpending spending;
  ASSERT_TRUE(Withdraw(budget, spending));
  ASSERT_TRUE(Withdraw(budget, spending));
  EXPECT_EQ(Level(budget), 8);
  budget.OnCallSaved(spending);
  EXPECT_EQ(Level(budget), 10);
}

TEST_F(ProcessBudgetTest, CallSavedFromAnOverloadIsNotRefunded) {
  ProcessBudget budget(Ten(), clock_.Now());
  BudgetSpending spending;
  ASSERT_TRUE(Withdraw(budget, spending, RetryCost::kTimeout));
  ASSERT_TRUE(Withdraw(budget, spending, RetryCost::kThrottled));
  budget.OnCallSaved(spending);
  EXPECT_EQ(Level(budget), 6);  // 10 - 2 - 2, no refund
}

TEST_F(ProcessBudgetTest, MixedCallRefundsOnlyTheTransientCost) {
  ProcessBudget budget(Ten(), clock_.Now());
  BudgetSpending spending;
  ASSERT_TRUE(Withdraw(budget, spending, RetryCost::kTransient));
  ASSERT_TRUE(Withdraw(budget, spending, RetryCost::kThrottled));
  EXPECT_EQ(Level(budget), 7);  // 10 - 1 - 2
  budget.OnCallSaved(spending);
  EXPECT_EQ(Level(budget), 8);
}

TEST_F(ProcessBudgetTest, SuccessfulFallbackRefundsItsOwnCost) {
  ProcessBudget budget(Ten(), clock_.Now());
  BudgetSpending spending;
  ASSERT_TRUE(Withdraw(budget, spending));
  ASSERT_TRUE(Withdraw(budget, spending));
  EXPECT_EQ(Level(budget), 8);
  budget.OnCallSavedByFallback(spending);
  EXPECT_EQ(Level(budget), 9);  // the retry on the primary channel failed
}

TEST_F(ProcessBudgetTest, FallbackAfterAnOverloadIsNotRefunded) {
  ProcessBudget budget(Ten(), clock_.Now());
  BudgetSpending spending;
  ASSERT_TRUE(Withdraw(budget, spending, RetryCost::kThrottled));
  budget.OnCallSavedByFallback(spending);
  EXPECT_EQ(Level(budget), 8);
}

TEST_F(ProcessBudgetTest, SecondRefundOfACallDoesNothing) {
  ProcessBudget budget(Ten(), clock_.Now());
  BudgetSpending spending;
  ASSERT_TRUE(WithdrawOnce(budget));  // room for a wrong refund
  ASSERT_TRUE(Withdraw(budget, spending));
  budget.OnCallSaved(spending);
  budget.OnCallSaved(spending);
  EXPECT_EQ(Level(budget), 9);
}

TEST_F(ProcessBudgetTest, UnsentRetryIsRefundedForEachKind) {
  for (const RetryCost cost :
       {RetryCost::kTransient, RetryCost::kTimeout, RetryCost::kThrottled}) {
    ProcessBudget budget(Ten(), clock_.Now());
    BudgetSpending spending;
    ASSERT_TRUE(Withdraw(budget, spending, cost));
    budget.ReturnUnsent(cost, spending);
    EXPECT_EQ(Level(budget), 10);
    EXPECT_EQ(spending.total, 0);
    EXPECT_EQ(spending.refundable, 0);
  }
}

TEST_F(ProcessBudgetTest, RefundedCostIsNotRefundedAgain) {
  ProcessBudget budget(Ten(), clock_.Now());
  ASSERT_TRUE(WithdrawOnce(budget));  // room for a wrong return
  BudgetSpending spending;
  ASSERT_TRUE(Withdraw(budget, spending));
  ASSERT_TRUE(Withdraw(budget, spending, RetryCost::kTimeout));
  EXPECT_EQ(Level(budget), 6);  // 10 - 1 - 1 - 2
  // One attempt saved the call while two others were never sent.
  budget.OnCallSaved(spending);
  EXPECT_EQ(Level(budget), 7);
  budget.ReturnUnsent(RetryCost::kTransient, spending);
  EXPECT_EQ(Level(budget), 7);
  budget.ReturnUnsent(RetryCost::kTimeout, spending);
  EXPECT_EQ(Level(budget), 9);
  budget.ReturnUnsent(RetryCost::kTimeout, spending);
  EXPECT_EQ(Level(budget), 9);
}

TEST_F(ProcessBudgetTest, TimeRefillsTheBudgetOfAQuietClient) {
  ProcessBudgetOptions options = Ten();
  options.refill_limit = 3;
  options.refill_per_second = 2;
  ProcessBudget budget(options, clock_.Now());
  while (WithdrawOnce(budget)) {
  }
  clock_.Advance(absl::Milliseconds(499));
  EXPECT_FALSE(WithdrawOnce(budget));
  clock_.Advance(absl::Milliseconds(1));  // 0.5 s at 2 per second: one token
  EXPECT_TRUE(WithdrawOnce(budget));
  clock_.Advance(absl::Hours(1));
  EXPECT_EQ(Level(budget), 3);
}

TEST_F(ProcessBudgetTest, RefillLimitIsClampedToTheCapacity) {
  ProcessBudgetOptions options = Ten();
  options.refill_limit = 50;
  options.refill_per_second = 1;
  ProcessBudget budget(options, clock_.Now());
  ASSERT_TRUE(WithdrawOnce(budget));
  clock_.Advance(absl::Hours(1));
  EXPECT_EQ(Level(budget), 10);
}

TEST_F(ProcessBudgetTest, FirstRetryOfACallMayTakeTheLastToken) {
  ProcessBudgetOptions options = Ten();
  options.capacity = 1;
  options.max_ratio_per_call = 0;
  ProcessBudget budget(options, clock_.Now());
  EXPECT_TRUE(WithdrawOnce(budget));
  EXPECT_EQ(Level(budget), 0);
}

TEST_F(ProcessBudgetTest, SecondRetryStaysWithinMaxRatioPerCall) {
  ProcessBudgetOptions options = Ten();
  options.max_ratio_per_call = 0.25;
  ProcessBudget budget(options, clock_.Now());
  BudgetSpending spending;
  ASSERT_TRUE(Withdraw(budget, spending));  // spent 1, level 9
  // A second makes 2 spent, allowed while 2 <= 0.25 x (level + 1): from 7 up.
  ASSERT_TRUE(WithdrawOnce(budget));
  ASSERT_TRUE(WithdrawOnce(budget));
  ASSERT_TRUE(WithdrawOnce(budget));
  EXPECT_EQ(Level(budget), 6);
  EXPECT_FALSE(Withdraw(budget, spending));
  for (int i = 0; i < 10; ++i) budget.OnFirstAttemptSuccess();
  EXPECT_EQ(Level(budget), 7);
  EXPECT_TRUE(Withdraw(budget, spending));
}

TEST_F(ProcessBudgetTest, ZeroMaxRatioPerCallAllowsOneRetry) {
  for (const double share : {0.0, 1e-300, 1e-18, 1e-9}) {
    ProcessBudgetOptions options = Ten();
    options.max_ratio_per_call = share;
    ProcessBudget budget(options, clock_.Now());
    BudgetSpending spending;
    ASSERT_TRUE(Withdraw(budget, spending)) << share;
    EXPECT_FALSE(Withdraw(budget, spending)) << share;
    EXPECT_FALSE(
        budget.CouldWithdraw(RetryCost::kTransient, clock_.Now(), spending))
        << share;
  }
}

TEST_F(ProcessBudgetTest, CouldWithdrawTakesNothing) {
  ProcessBudgetOptions options = Ten();
  options.max_ratio_per_call = 0.5;
  options.refill_limit = 2;
  options.refill_per_second = 1;
  ProcessBudget budget(options, clock_.Now());
  BudgetSpending spending;
  for (int i = 0; i < 40; ++i) {
    for (const RetryCost cost :
         {RetryCost::kThrottled, RetryCost::kTransient}) {
      const double before = Level(budget);
      const bool foretold = budget.CouldWithdraw(cost, clock_.Now(), spending);
      ASSERT_EQ(Level(budget), before);
      ASSERT_EQ(Withdraw(budget, spending, cost), foretold) << i;
    }
    if (i % 4 == 0) spending = BudgetSpending();
    clock_.Advance(absl::Milliseconds(400));
  }
}

TEST_F(ProcessBudgetTest, UnlimitedBudgetAllowsEveryRetry) {
  ProcessBudget budget(ProcessBudgetOptions::Unlimited(), clock_.Now());
  BudgetSpending spending;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(Withdraw(budget, spending, RetryCost::kThrottled));
  }
  EXPECT_EQ(Level(budget), budget.capacity());
}

TEST_F(ProcessBudgetTest, ReloadKeepsTheFractionAndNotTheAmount) {
  ProcessBudget old(Ten(), clock_.Now());
  for (int i = 0; i < 7; ++i) ASSERT_TRUE(WithdrawOnce(old));
  ProcessBudgetOptions larger = Ten();
  larger.capacity = 200;
  // 3 of 10 are 60 of 200.
  EXPECT_EQ(Level(ProcessBudget(larger, old, clock_.Now())), 60);
  ProcessBudgetOptions smaller = Ten();
  smaller.capacity = 1;
  EXPECT_EQ(Level(ProcessBudget(smaller, old, clock_.Now())), 0.3);
}

TEST_F(ProcessBudgetTest, ReloadOfAnEmptyBudgetAddsNothing) {
  ProcessBudget old(Ten(), clock_.Now());
  while (WithdrawOnce(old)) {
  }
  ProcessBudget fresh(Ten(), old, clock_.Now());
  EXPECT_EQ(Level(fresh), 0);
  EXPECT_FALSE(WithdrawOnce(fresh));
}

}  // namespace
}  // namespace baton::core
