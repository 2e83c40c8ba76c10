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

class RollingRatioTest : public ::testing::Test {
 protected:
  void Record(int events, int hits) {
    for (int i = 0; i < events; ++i) ratio_.Record(i < hits, clock_.Now());
  }
  RollingRatio::Counts Counts() const { return ratio_.Over(clock_.Now()); }

  support::FakeClock clock_;
  RollingRatio ratio_{absl::Seconds(10)};  // ten slices of a second
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
  RollingRatio ratio(absl::Seconds(10));
  ratio.Record(true, MonotonicTime());
  EXPECT_EQ(ratio.Over(MonotonicTime()).events, 1);
  EXPECT_EQ(ratio.Over(MonotonicTime() + absl::Seconds(9)).events, 1);
  EXPECT_EQ(ratio.Over(MonotonicTime() + absl::Seconds(10)).events, 0);
}

TEST_F(RollingRatioTest, VeryShortWindowStillCounts) {
  RollingRatio ratio{absl::Nanoseconds(1)};
  ratio.Record(true, clock_.Now());
  EXPECT_EQ(ratio.Over(clock_.Now()).events, 1);
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
      ratio_.Record(i % 4 == 0, clock_.Now());
    }
  });
  EXPECT_EQ(Counts().events, kThreads * kEach);
  EXPECT_EQ(Counts().hits, kThreads * kEach / 4);
}

TEST_F(RollingRatioTest, RecentRatioCoversTheLastTwoSlices) {
  Record(5, 5);
  clock_.Advance(absl::Seconds(1));
  Record(3, 1);
  EXPECT_EQ(ratio_.Lately(clock_.Now()).events, 8);
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(ratio_.Lately(clock_.Now()).events, 3);
  EXPECT_EQ(ratio_.Lately(clock_.Now()).hits, 1);
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(ratio_.Lately(clock_.Now()).events, 0);
  EXPECT_EQ(Counts().events, 8);
}

}  // namespace
}  // namespace baton::core
