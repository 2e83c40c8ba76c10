// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/method_account.h"

#include <atomic>
#include <thread>
#include <vector>

#include "baton/core/limits/process_budget.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"

namespace baton::core {
namespace {

// A budget of 100 tokens without refill. Retries cost 1 token, and a success
// deposits 0.1. One call may take all tokens.
ProcessBudgetOptions Hundred() {
  ProcessBudgetOptions options;
  options.refill_limit = options.refill_per_second = 0;
  options.timeout_cost = options.throttled_cost = 1;
  options.max_ratio_per_call = 1;
  return options;
}

class MethodAccountTest : public ::testing::Test {
 protected:
  // Returns the number of calls that can withdraw a token each.
  int Withdraw(MethodAccount& account, int most = 10'000) {
    for (int i = 0; i < most; ++i) {
      BudgetSpending call;
      if (!budget_.TryWithdraw(RetryCost::kTransient, clock_.Now(), call,
                               &account)) {
        return i;
      }
    }
    return most;
  }
  double Shared() const { return budget_.Level(clock_.Now()); }

  support::FakeClock clock_;
  std::atomic<int> methods_{2};
  ProcessBudget budget_{Hundred(), clock_.Now()};
  MethodAccount account_{methods_};
  MethodAccount other_{methods_};
};

TEST_F(MethodAccountTest, MethodHasFiveTokensBesideTheSharedOnes) {
  EXPECT_EQ(Withdraw(account_, 5), 5);
  EXPECT_EQ(Shared(), 100);
  EXPECT_EQ(Withdraw(account_), 100);
  EXPECT_EQ(Shared(), 0);
}

TEST_F(MethodAccountTest, OtherMethodsCannotTakeItsTokens) {
  EXPECT_EQ(Withdraw(other_), 105);
  EXPECT_EQ(Withdraw(account_), 5);
}

TEST_F(MethodAccountTest, ManyMethodsShareTheCapacity) {
  methods_ = 50;
  EXPECT_EQ(Withdraw(account_), 102);
  methods_ = 1000;
  EXPECT_EQ(Withdraw(other_), 1);
}

TEST_F(MethodAccountTest, NewMethodsMakeTheAccountsSmaller) {
  EXPECT_EQ(Withdraw(account_, 3), 3);
  methods_ = 100;
  EXPECT_EQ(account_.Level(1000), 0);
  budget_.OnFirstAttemptSuccess(&account_);
  EXPECT_EQ(account_.Level(1000), 100);
}

TEST_F(MethodAccountTest, RefundReturnsToWhereTheTokensCameFrom) {
  std::vector<BudgetSpending> calls(7);
  for (BudgetSpending& call : calls) {
    EXPECT_TRUE(budget_.TryWithdraw(RetryCost::kTransient, clock_.Now(), call,
                                    &account_));
  }
  EXPECT_EQ(Shared(), 98);
  for (BudgetSpending& call : calls) budget_.OnCallSaved(call, &account_);
  EXPECT_EQ(Shared(), 100);
  EXPECT_EQ(account_.Level(5000), 5000);
}

TEST_F(MethodAccountTest, TokensThatDoNotFitTheAccountAreShared) {
  Withdraw(other_);
  BudgetSpending call;
  EXPECT_TRUE(budget_.TryWithdraw(RetryCost::kTransient, clock_.Now(), call,
                                  &account_));
  for (int i = 0; i < 10; ++i) budget_.OnFirstAttemptSuccess(&account_);
  EXPECT_EQ(Shared(), 0);
  budget_.OnCallSaved(call, &account_);
  EXPECT_EQ(Shared(), 1);
}

TEST_F(MethodAccountTest, UnsentAttemptReturnsItsTokenOnce) {
  BudgetSpending call;
  EXPECT_TRUE(
      budget_.TryWithdraw(RetryCost::kTimeout, clock_.Now(), call, &account_));
  budget_.ReturnUnsent(RetryCost::kTimeout, call, &account_);
  EXPECT_EQ(account_.Level(5000), 5000);
  budget_.ReturnUnsent(RetryCost::kTimeout, call, &account_);
  EXPECT_EQ(account_.Level(5000), 5000);
  EXPECT_EQ(call.own_total, 0);
}

TEST_F(MethodAccountTest, DryRunSeesTheTokensOfTheAccount) {
  Withdraw(other_);
  const BudgetSpending call;
  EXPECT_TRUE(budget_.CouldWithdraw(RetryCost::kTransient, clock_.Now(), call,
                                    &account_));
  EXPECT_FALSE(
      budget_.CouldWithdraw(RetryCost::kTransient, clock_.Now(), call));
}

TEST_F(MethodAccountTest, NoOrderOfConcurrentUseCreatesTokens) {
  std::atomic<int> taken{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5000; ++i) {
        BudgetSpending call;
        if (!budget_.TryWithdraw(RetryCost::kTransient, clock_.Now(), call,
                                 &account_)) {
          continue;
        }
        if (i % 2 == 0) {
          budget_.OnCallSaved(call, &account_);
        } else {
          taken.fetch_add(1);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(taken, 105);
  EXPECT_EQ(Shared() + static_cast<double>(account_.Level(5000)) / 1000, 0);
}

}  // namespace
}  // namespace baton::core
