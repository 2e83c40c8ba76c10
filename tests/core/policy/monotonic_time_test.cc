// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/monotonic_time.h"

#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

const MonotonicTime kEarly = MonotonicTime::FromOrigin(absl::Seconds(1));
const MonotonicTime kLater = MonotonicTime::FromOrigin(absl::Seconds(3));

TEST(MonotonicTimeTest, StartsAtTheOrigin) {
  EXPECT_EQ(MonotonicTime().since_origin(), absl::ZeroDuration());
}

TEST(MonotonicTimeTest, DifferenceAddedToTheEarlierTimeGivesTheLater) {
  EXPECT_EQ(kLater - kEarly, absl::Seconds(2));
  EXPECT_EQ(kEarly + absl::Seconds(2), kLater);
  EXPECT_EQ(kLater - absl::Seconds(2), kEarly);
}

TEST(MonotonicTimeTest, DifferenceFromLateToEarlyIsNegative) {
  EXPECT_EQ(kEarly - kLater, -absl::Seconds(2));
}

TEST(MonotonicTimeTest, ComparisonOperatorsAgree) {
  EXPECT_TRUE(kEarly < kLater);
  EXPECT_TRUE(kEarly <= kLater);
  EXPECT_TRUE(kEarly <= kEarly);
  EXPECT_TRUE(kLater > kEarly);
  EXPECT_TRUE(kLater >= kLater);
  EXPECT_TRUE(kEarly != kLater);
  EXPECT_TRUE(kEarly == kEarly);
  EXPECT_FALSE(kEarly < kEarly);
  EXPECT_FALSE(kLater <= kEarly);
}

TEST(MonotonicTimeTest, NothingFiniteMovesTheInfiniteFuture) {
  const MonotonicTime never = MonotonicTime::InfiniteFuture();
  EXPECT_EQ(never + absl::Hours(1), never);
  EXPECT_EQ(never - absl::Hours(1), never);
  EXPECT_TRUE(kLater < never);
  EXPECT_EQ(kLater + absl::InfiniteDuration(), never);
}

}  // namespace
}  // namespace baton::core
