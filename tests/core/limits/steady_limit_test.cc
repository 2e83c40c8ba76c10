// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/steady_limit.h"

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

constexpr absl::Duration kLow = absl::Milliseconds(10);
constexpr absl::Duration kHigh = absl::Milliseconds(50);

class SteadyLimitTest : public ::testing::Test {
 protected:
  // Measures `value` each second for this time.
  void Measure(absl::Duration value, absl::Duration time) {
    for (absl::Duration t; t < time; t += absl::Seconds(1)) {
      limit_.Follow(value, now_);
      now_ = now_ + absl::Seconds(1);
    }
  }

  SteadyLimit limit_;
  MonotonicTime now_ = MonotonicTime() + absl::Hours(1);
};

TEST_F(SteadyLimitTest, LimitIsZeroBeforeTheFirstMeasurement) {
  EXPECT_EQ(limit_.value(), absl::ZeroDuration());
}

TEST_F(SteadyLimitTest, FirstMeasurementSetsTheLimit) {
  limit_.Follow(kLow, now_);
  EXPECT_EQ(limit_.value(), kLow);
}

TEST_F(SteadyLimitTest, RiseOfLessThanAMinuteMovesNothing) {
  Measure(kLow, absl::Hours(1));
  Measure(kHigh, SteadyLimit::kHoldBeforeRise - absl::Seconds(1));
  EXPECT_EQ(limit_.value(), kLow);
}

TEST_F(SteadyLimitTest, LimitFollowsARiseWithinMinutes) {
  Measure(kLow, absl::Hours(1));
  Measure(kHigh, absl::Minutes(5));
  EXPECT_GT(limit_.value(), 0.8 * kHigh);
  EXPECT_LE(limit_.value(), kHigh);
}

TEST_F(SteadyLimitTest, FallOfLessThanFiveMinutesMovesNothing) {
  Measure(kHigh, absl::Hours(1));
  Measure(kLow, SteadyLimit::kHoldBeforeFall - absl::Seconds(1));
  EXPECT_EQ(limit_.value(), kHigh);
}

TEST_F(SteadyLimitTest, LimitFollowsAFallWithinTensOfMinutes) {
  Measure(kHigh, absl::Hours(1));
  Measure(kLow, absl::Minutes(10));
  EXPECT_GT(limit_.value(), kHigh / 2);
  Measure(kLow, absl::Minutes(30));
  EXPECT_LT(limit_.value(), 1.25 * kLow);
}

TEST_F(SteadyLimitTest, SmallChangeMovesNothing) {
  Measure(kLow, absl::Hours(1));
  Measure(kLow * 1.15, absl::Hours(1));
  Measure(kLow * 0.9, absl::Hours(1));
  EXPECT_EQ(limit_.value(), kLow);
}

TEST_F(SteadyLimitTest, YoungLimitFollowsFaster) {
  Measure(kHigh, absl::Seconds(10));
  Measure(kLow, absl::Minutes(2));
  EXPECT_LT(limit_.value(), kHigh / 2);
}

// A method without calls has no measurements.
TEST_F(SteadyLimitTest, PauseCountsAsAFewSeconds) {
  Measure(kLow, absl::Hours(1));
  now_ = now_ + absl::Hours(12);
  Measure(kHigh, absl::Seconds(40));
  EXPECT_EQ(limit_.value(), kLow);
}

}  // namespace
}  // namespace baton::core
