// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/replay_limit.h"

#include <cstdint>
#include <limits>

#include "gtest/gtest.h"

namespace baton::core {
namespace {

constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();

TEST(ReplayBudgetTest, ReservesUpToTheLimitAndNotBeyond) {
  ReplayBudget budget;
  EXPECT_TRUE(budget.TryReserve(60, 100));   // 60 in use
  EXPECT_FALSE(budget.TryReserve(41, 100));  // would be 101
  EXPECT_EQ(budget.bytes_in_use(), 60);
  EXPECT_TRUE(budget.TryReserve(40, 100));  // 100
  EXPECT_FALSE(budget.TryReserve(1, 100));
  budget.Release(30);  // 70
  EXPECT_TRUE(budget.TryReserve(30, 100));
}

TEST(ReplayBudgetTest, LimitIsGivenWithEachReservation) {
  ReplayBudget budget;
  EXPECT_TRUE(budget.TryReserve(100, 100));
  EXPECT_FALSE(budget.TryReserve(1, 50));   // another channel's policy
  EXPECT_TRUE(budget.TryReserve(50, 150));  // and another limit
}

TEST(ReplayBudgetTest, LargeReservationsDoNotOverflow) {
  ReplayBudget budget;
  EXPECT_TRUE(budget.TryReserve(10, kHuge));
  EXPECT_FALSE(budget.TryReserve(kHuge, kHuge));
  EXPECT_FALSE(budget.TryReserve(kHuge, 0));
  EXPECT_EQ(budget.bytes_in_use(), 10);
}

TEST(ReplayBudgetTest, ZeroBytesNeedNoRoom) {
  ReplayBudget budget;
  EXPECT_TRUE(budget.TryReserve(0, 0));
  EXPECT_FALSE(budget.TryReserve(1, 0));
}

TEST(ReplayAccountTest, CallHasItsOwnLimit) {
  ReplayBudget budget;
  ReplayAccount account(budget, 10, 100);
  EXPECT_TRUE(account.TryAdd(10));
  EXPECT_FALSE(account.TryAdd(1));
  EXPECT_EQ(account.bytes(), 10);
  EXPECT_EQ(budget.bytes_in_use(), 10);
}

TEST(ReplayAccountTest, CallsShareTheProcessLimit) {
  ReplayBudget budget;
  ReplayAccount one(budget, 60, 100);
  ReplayAccount other(budget, 60, 100);
  EXPECT_TRUE(one.TryAdd(60));
  EXPECT_FALSE(other.TryAdd(60));
  EXPECT_EQ(other.bytes(), 0);
  EXPECT_TRUE(other.TryAdd(40));
  one.Clear();
  EXPECT_EQ(one.bytes(), 0);
  EXPECT_TRUE(other.TryAdd(20));
}

TEST(ReplayAccountTest, EndOfTheCallReleasesItsBytes) {
  ReplayBudget budget;
  {
    ReplayAccount account(budget, 10, 100);
    EXPECT_TRUE(account.TryAdd(7));
    EXPECT_EQ(budget.bytes_in_use(), 7);
  }
  EXPECT_EQ(budget.bytes_in_use(), 0);
}

TEST(ReplayAccountTest, SecondClearReleasesNothing) {
  ReplayBudget budget;
  ReplayAccount account(budget, 10, 100);
  EXPECT_TRUE(account.TryAdd(7));
  account.Clear();
  account.Clear();
  EXPECT_EQ(budget.bytes_in_use(), 0);
}

}  // namespace
}  // namespace baton::core
