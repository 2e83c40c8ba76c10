// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/rolling_ratio.h"

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"
#include "tests/support/threads.h"

namespace baton::core {
namespace {

constexpr absl::Duration kWindow = absl::Seconds(10);  // ten slices of 1 s

class RollingRatioTest : public ::testing::Test {
 protected:
  void Record(int events, int hits) {
    for (int i = 0; i < events; ++i)
      ratio_.Record(kWindow, i < hits, clock_.Now());
  }
  RollingRatio::Counts Counts() const {
    return ratio_.Over(kWindow, clock_.Now());
  }

  support::FakeClock clock_;
  RollingRatio ratio_;
};

TEST_F(RollingRatioTest, EmptyWindowHasARatioOfZero) {
  EXPECT_EQ(Counts().events, 0);
  EXPECT_EQ(Counts().hits, 0);
  EXPECT_EQ(Counts().ratio(), 0);
}

TEST_F(RollingRatioTest, CountsEventsAndHits) {
  Record(4, 1);
  EXPECT_EQ(Counts().events, 4);
  EXPECT_EQ(Counts().hits, 1);
  EXPECT_EQ(Counts().ratio(), 0.25);
}

TEST_F(RollingRatioTest, SlicesAddUp) {
  for (int second = 0; second < 10; ++second) {
    if (second > 0) clock_.Advance(absl::Seconds(1));
    Record(3, 1);
  }
  EXPECT_EQ(Counts().events, 30);
  EXPECT_EQ(Counts().hits, 10);
}

TEST_F(RollingRatioTest, SlicesExpireOneAfterTheOther) {
  Record(5, 5);
  clock_.Advance(absl::Seconds(1));
  Record(3, 0);
  clock_.Advance(absl::Seconds(8));
  EXPECT_EQ(Counts().events, 8);
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(Counts().events, 3);  // the first is ten seconds old
  EXPECT_EQ(Counts().hits, 0);
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(Counts().events, 0);
}

TEST_F(RollingRatioTest, EventsExpireWithoutNewOnes) {
  Record(5, 5);
  clock_.Advance(absl::Hours(24));
  EXPECT_EQ(Counts().events, 0);
  Record(1, 0);
  EXPECT_EQ(Counts().events, 1);
  EXPECT_EQ(Counts().hits, 0);
}

TEST_F(RollingRatioTest, FullSliceKeepsItsRatio) {
  constexpr int kFull = (1 << 22) - 1;
  Record(kFull, kFull / 2);
  Record(1000, 1000);
  EXPECT_EQ(Counts().events, kFull);
  EXPECT_EQ(Counts().hits, kFull / 2);
}

TEST_F(RollingRatioTest, CountsFromTheOriginOn) {
  RollingRatio ratio;
  ratio.Record(kWindow, true, MonotonicTime());
  EXPECT_EQ(ratio.Over(kWindow, MonotonicTime()).events, 1);
  EXPECT_EQ(ratio.Over(kWindow, MonotonicTime() + absl::Seconds(9)).events, 1);
  EXPECT_EQ(ratio.Over(kWindow, MonotonicTime() + absl::Seconds(10)).events, 0);
}

TEST_F(RollingRatioTest, VeryShortWindowStillCounts) {
  constexpr absl::Duration kShort = absl::Nanoseconds(1);
  RollingRatio ratio;
  ratio.Record(kShort, true, clock_.Now());
  EXPECT_EQ(ratio.Over(kShort, clock_.Now()).events, 1);
}

TEST_F(RollingRatioTest, ConcurrentEventsAreAllCounted) {
  constexpr int kThreads = 8;
  constexpr int kEach = 20'000;
  support::RunOnThreads(kThreads, [this](int thread) {
    for (int i = 0; i < kEach; ++i) {
      // Slices change under the threads, and none of them expires.
      if (thread == 0 && i % (kEach / 9 + 1) == 0) {
        clock_.Advance(absl::Milliseconds(900));
      }
      ratio_.Record(kWindow, i % 4 == 0, clock_.Now());
    }
  });
  EXPECT_EQ(Counts().events, kThreads * kEach);
  EXPECT_EQ(Counts().hits, kThreads * kEach / 4);
}

TEST_F(RollingRatioTest, RecentRatioCoversTheLastTwoSlices) {
  Record(5, 5);
  clock_.Advance(absl::Seconds(1));
  Record(3, 1);
  EXPECT_EQ(ratio_.Lately(kWindow, clock_.Now()).events, 8);
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(ratio_.Lately(kWindow, clock_.Now()).events, 3);
  EXPECT_EQ(ratio_.Lately(kWindow, clock_.Now()).hits, 1);
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(ratio_.Lately(kWindow, clock_.Now()).events, 0);
  EXPECT_EQ(Counts().events, 8);
}

TEST_F(RollingRatioTest, CountsBeginAgainIfTheWindowChanges) {
  Record(5, 5);
  EXPECT_EQ(ratio_.Over(absl::Seconds(60), clock_.Now()).events, 0);
  ratio_.Record(absl::Seconds(60), true, clock_.Now());
  EXPECT_EQ(ratio_.Over(absl::Seconds(60), clock_.Now()).events, 1);
}

}  // namespace
}  // namespace baton::core
