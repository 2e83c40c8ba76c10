// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/deadline.h"

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

const MonotonicTime kNow = MonotonicTime::FromOrigin(absl::Hours(5));

TEST(DeadlineTest, DefaultHasNoDeadline) {
  EXPECT_TRUE(Deadline().IsNone());
  EXPECT_EQ(Deadline(), Deadline::None());
}

TEST(DeadlineTest, NoDeadlineNeverExpires) {
  EXPECT_FALSE(Deadline::None().HasPassed(kNow + absl::Hours(1000000)));
  EXPECT_EQ(Deadline::None().Remaining(kNow), absl::InfiniteDuration());
  EXPECT_TRUE(Deadline::None().Fits(kNow, absl::Hours(1000000)));
}

TEST(DeadlineTest, InfiniteTimeoutMeansNoDeadline) {
  EXPECT_TRUE(Deadline::After(kNow, absl::InfiniteDuration()).IsNone());
  EXPECT_TRUE(Deadline::At(MonotonicTime::InfiniteFuture()).IsNone());
}

TEST(DeadlineTest, RemainingShrinksToZeroAndNoFurther) {
  const Deadline deadline = Deadline::After(kNow, absl::Seconds(1));
  EXPECT_EQ(deadline.Remaining(kNow), absl::Seconds(1));
  EXPECT_EQ(deadline.Remaining(kNow + absl::Milliseconds(900)),
            absl::Milliseconds(100));
  EXPECT_EQ(deadline.Remaining(kNow + absl::Seconds(1)), absl::ZeroDuration());
  EXPECT_EQ(deadline.Remaining(kNow + absl::Hours(1)), absl::ZeroDuration());
}

TEST(DeadlineTest, ExpiresExactlyAtItsTime) {
  const Deadline deadline = Deadline::After(kNow, absl::Seconds(1));
  EXPECT_FALSE(
      deadline.HasPassed(kNow + absl::Seconds(1) - absl::Nanoseconds(1)));
  EXPECT_TRUE(deadline.HasPassed(kNow + absl::Seconds(1)));
}

TEST(DeadlineTest, NegativeTimeoutHasExpired) {
  EXPECT_TRUE(Deadline::After(kNow, -absl::Seconds(1)).HasPassed(kNow));
  EXPECT_TRUE(Deadline::After(kNow, -absl::InfiniteDuration()).HasPassed(kNow));
}

TEST(DeadlineTest, WorkThatEndsExactlyOnItDoesNotFit) {
  const Deadline deadline = Deadline::After(kNow, absl::Seconds(1));
  EXPECT_TRUE(deadline.Fits(kNow, absl::Seconds(1) - absl::Nanoseconds(1)));
  EXPECT_FALSE(deadline.Fits(kNow, absl::Seconds(1)));
}

TEST(DeadlineTest, EarlierTakesEitherSide) {
  const Deadline near = Deadline::After(kNow, absl::Seconds(1));
  const Deadline far = Deadline::After(kNow, absl::Seconds(2));
  EXPECT_EQ(Deadline::Earlier(near, far), near);
  EXPECT_EQ(Deadline::Earlier(far, near), near);
  EXPECT_EQ(Deadline::Earlier(far, Deadline::None()), far);
  EXPECT_EQ(Deadline::Earlier(Deadline::None(), far), far);
}

}  // namespace
}  // namespace baton::core
