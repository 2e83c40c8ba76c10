// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/replay_limit.h"

#include <cstdint>
#include <limits>

#include "gtest/gtest.h"

namespace baton::core {
namespace {

constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();

TEST(ReplayLimitTest, ReservesUpToTheLimitAndNotBeyond) {
  ReplayLimit limit;
  EXPECT_TRUE(limit.TryReserve(60, 100));   // 60 in use
  EXPECT_FALSE(limit.TryReserve(41, 100));  // would be 101
  EXPECT_EQ(limit.bytes_in_use(), 60);
  EXPECT_TRUE(limit.TryReserve(40, 100));  // 100
  EXPECT_FALSE(limit.TryReserve(1, 100));
  limit.Release(30);  // 70
  EXPECT_TRUE(limit.TryReserve(30, 100));
}

TEST(ReplayLimitTest, LimitIsGivenWithEachReservation) {
  ReplayLimit limit;
  EXPECT_TRUE(limit.TryReserve(100, 100));
  EXPECT_FALSE(limit.TryReserve(1, 50));   // another channel's policy
  EXPECT_TRUE(limit.TryReserve(50, 150));  // and another limit
}

TEST(ReplayLimitTest, LargeReservationsDoNotOverflow) {
  ReplayLimit limit;
  EXPECT_TRUE(limit.TryReserve(10, kHuge));
  EXPECT_FALSE(limit.TryReserve(kHuge, kHuge));
  EXPECT_FALSE(limit.TryReserve(kHuge, 0));
  EXPECT_EQ(limit.bytes_in_use(), 10);
}

TEST(ReplayLimitTest, ZeroBytesNeedNoRoom) {
  ReplayLimit limit;
  EXPECT_TRUE(limit.TryReserve(0, 0));
  EXPECT_FALSE(limit.TryReserve(1, 0));
}

TEST(ReplayAccountTest, CallHasItsOwnLimit) {
  ReplayLimit limit;
  ReplayAccount account(limit, 10, 100);
  EXPECT_TRUE(account.TryAdd(10));
  EXPECT_FALSE(account.TryAdd(1));
  EXPECT_EQ(account.bytes(), 10);
  EXPECT_EQ(limit.bytes_in_use(), 10);
}

TEST(ReplayAccountTest, CallsShareTheProcessLimit) {
  ReplayLimit limit;
  ReplayAccount one(limit, 60, 100);
  ReplayAccount other(limit, 60, 100);
  EXPECT_TRUE(one.TryAdd(60));
  EXPECT_FALSE(other.TryAdd(60));
  EXPECT_EQ(other.bytes(), 0);
  EXPECT_TRUE(other.TryAdd(40));
  one.Clear();
  EXPECT_EQ(one.bytes(), 0);
  EXPECT_TRUE(other.TryAdd(20));
}

TEST(ReplayAccountTest, EndOfTheCallReleasesItsBytes) {
  ReplayLimit limit;
  {
    ReplayAccount account(limit, 10, 100);
    EXPECT_TRUE(account.TryAdd(7));
    EXPECT_EQ(limit.bytes_in_use(), 7);
  }
  EXPECT_EQ(limit.bytes_in_use(), 0);
}

TEST(ReplayAccountTest, SecondClearReleasesNothing) {
  ReplayLimit limit;
  ReplayAccount account(limit, 10, 100);
  EXPECT_TRUE(account.TryAdd(7));
  account.Clear();
  account.Clear();
  EXPECT_EQ(limit.bytes_in_use(), 0);
}

}  // namespace
}  // namespace baton::core
