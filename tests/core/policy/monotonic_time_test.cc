// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/monotonic_time.h"

#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

const MonotonicTime kEarly = MonotonicTime::FromOrigin(absl::Seconds(1));
const MonotonicTime kLate = MonotonicTime::FromOrigin(absl::Seconds(3));

TEST(MonotonicTimeTest, StartsAtTheOrigin) {
  EXPECT_EQ(MonotonicTime().since_origin(), absl::ZeroDuration());
}

TEST(MonotonicTimeTest, DifferenceAddedToTheEarlierTimeGivesTheLater) {
  EXPECT_EQ(kLate - kEarly, absl::Seconds(2));
  EXPECT_EQ(kEarly + absl::Seconds(2), kLate);
  EXPECT_EQ(kLate - absl::Seconds(2), kEarly);
}

TEST(MonotonicTimeTest, DifferenceFromLateToEarlyIsNegative) {
  EXPECT_EQ(kEarly - kLate, -absl::Seconds(2));
}

TEST(MonotonicTimeTest, ComparisonOperatorsAgree) {
  EXPECT_TRUE(kEarly < kLate);
  EXPECT_TRUE(kEarly <= kLate);
  EXPECT_TRUE(kEarly <= kEarly);
  EXPECT_TRUE(kLate > kEarly);
  EXPECT_TRUE(kLate >= kLate);
  EXPECT_TRUE(kEarly != kLate);
  EXPECT_TRUE(kEarly == kEarly);
  EXPECT_FALSE(kEarly < kEarly);
  EXPECT_FALSE(kLate <= kEarly);
}

TEST(MonotonicTimeTest, NothingFiniteMovesTheInfiniteFuture) {
  const MonotonicTime never = MonotonicTime::InfiniteFuture();
  EXPECT_EQ(never + absl::Hours(1), never);
  EXPECT_EQ(never - absl::Hours(1), never);
  EXPECT_TRUE(kLate < never);
  EXPECT_EQ(kLate + absl::InfiniteDuration(), never);
}

}  // namespace
}  // namespace baton::core
