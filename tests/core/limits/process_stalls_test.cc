// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/process_stalls.h"

#include "gtest/gtest.h"

namespace baton::core {
namespace {

constexpr absl::Duration kNone = absl::ZeroDuration();

// A time far from the origin of the clock.
MonotonicTime At(int milliseconds) {
  return MonotonicTime::FromOrigin(absl::Hours(1) +
                                   absl::Milliseconds(milliseconds));
}

class ProcessStallsTest : public ::testing::Test {
 protected:
  ProcessStalls stalls_;
};

TEST_F(ProcessStallsTest, ShortDelayIsNoStall) {
  stalls_.Note(At(100), At(119));
  EXPECT_EQ(stalls_.Within(At(0), At(200)), kNone);
  EXPECT_EQ(stalls_.Longest(At(200)), kNone);
}

TEST_F(ProcessStallsTest, OnlyThePartInsideOfThePeriodCounts) {
  stalls_.Note(At(100), At(400));
  EXPECT_EQ(stalls_.Within(At(0), At(500)), absl::Milliseconds(300));
  EXPECT_EQ(stalls_.Within(At(350), At(500)), absl::Milliseconds(50));
  EXPECT_EQ(stalls_.Within(At(0), At(150)), absl::Milliseconds(50));
  EXPECT_EQ(stalls_.Within(At(0), At(100)), kNone);
  EXPECT_EQ(stalls_.Within(At(400), At(500)), kNone);
}

TEST_F(ProcessStallsTest, TimersThatAreLateTogetherAreOneStall) {
  stalls_.Note(At(100), At(400));
  stalls_.Note(At(90), At(401));
  stalls_.Note(At(300), At(402));
  EXPECT_EQ(stalls_.Within(At(0), At(500)), absl::Milliseconds(312));
  EXPECT_EQ(stalls_.Longest(At(500)), absl::Milliseconds(312));
}

TEST_F(ProcessStallsTest, SeveralStallsAddUp) {
  stalls_.Note(At(100), At(150));
  stalls_.Note(At(200), At(230));
  EXPECT_EQ(stalls_.Within(At(0), At(300)), absl::Milliseconds(80));
  EXPECT_EQ(stalls_.Longest(At(300)), absl::Milliseconds(50));
}

TEST_F(ProcessStallsTest, OldStallsAreForgotten) {
  for (int i = 0; i < 20; ++i) stalls_.Note(At(100 * i), At(100 * i + 50));
  EXPECT_EQ(stalls_.Within(At(0), At(2000)), 16 * absl::Milliseconds(50));
}

TEST_F(ProcessStallsTest, StallThatHasNotEndedCounts) {
  EXPECT_EQ(stalls_.Within(At(0), At(300), At(100), At(110)), kNone);
  EXPECT_EQ(stalls_.Within(At(0), At(300), At(100), At(400)),
            absl::Milliseconds(200));
  EXPECT_EQ(
      stalls_.Within(At(0), At(300), MonotonicTime::InfiniteFuture(), At(400)),
      kNone);
}

TEST_F(ProcessStallsTest, StallThatWasJustNotedCountsOnce) {
  stalls_.Note(At(100), At(400));
  EXPECT_EQ(stalls_.Within(At(0), At(500), At(100), At(401)),
            absl::Milliseconds(301));
}

TEST_F(ProcessStallsTest, LongestStallMayNotHaveEnded) {
  EXPECT_EQ(stalls_.Longest(At(300), At(290)), kNone);
  EXPECT_EQ(stalls_.Longest(At(300), At(100)), absl::Milliseconds(200));
  EXPECT_EQ(stalls_.Longest(At(300), MonotonicTime::InfiniteFuture()), kNone);
  stalls_.Note(At(100), At(290));
  EXPECT_EQ(stalls_.Longest(At(300), At(100)), absl::Milliseconds(190));
}

TEST_F(ProcessStallsTest, LongestStallEndsWithItsWindows) {
  stalls_.Note(At(100), At(400));
  const MonotonicTime soon = At(400) + ProcessStalls::kWindow;
  EXPECT_EQ(stalls_.Longest(soon), absl::Milliseconds(300));
  stalls_.Note(soon, soon + absl::Milliseconds(50));
  EXPECT_EQ(stalls_.Longest(soon), absl::Milliseconds(300));
  EXPECT_EQ(stalls_.Longest(soon + ProcessStalls::kWindow),
            absl::Milliseconds(50));
  EXPECT_EQ(stalls_.Longest(soon + 3 * ProcessStalls::kWindow), kNone);
}

}  // namespace
}  // namespace baton::core
