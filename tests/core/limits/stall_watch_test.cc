// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/stall_watch.h"

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

constexpr absl::Duration kMs = absl::Milliseconds(1);

MonotonicTime At(absl::Duration since_origin) {
  return MonotonicTime::FromOrigin(since_origin);
}

constexpr absl::Duration kNone = absl::ZeroDuration();

TEST(StallWatchTest, WatchWithoutTicksSeesNoStall) {
  StallWatch watch;
  EXPECT_EQ(watch.WaitAt(At(absl::Seconds(1))), kNone);
  EXPECT_EQ(watch.WaitAt(At(absl::Hours(1))), kNone);
}

TEST(StallWatchTest, RegularTicksAreNoStall) {
  StallWatch watch;
  for (int i = 0; i < 100; ++i) {
    const MonotonicTime tick = At(i * StallWatch::kTick);
    watch.OnTick(tick);
    EXPECT_EQ(watch.WaitAt(tick + StallWatch::kStall - kMs), kNone);
  }
}

TEST(StallWatchTest, RequestsWaitForOnePercentOfTheStall) {
  StallWatch watch;
  watch.OnTick(At(0 * kMs));
  EXPECT_EQ(watch.WaitAt(At(500 * kMs)), 5 * kMs);
  EXPECT_EQ(watch.WaitAt(At(524 * kMs)), 5 * kMs);
  EXPECT_EQ(watch.WaitAt(At(525 * kMs)), kNone);
}

TEST(StallWatchTest, LateTickIsAStall) {
  StallWatch watch;
  watch.OnTick(At(0 * kMs));
  watch.OnTick(At(400 * kMs));
  EXPECT_EQ(watch.WaitAt(At(401 * kMs)), 4 * kMs);
  EXPECT_EQ(watch.WaitAt(At(420 * kMs)), kNone);
}

TEST(StallWatchTest, WaitIsLimited) {
  StallWatch short_stall;
  short_stall.OnTick(At(0 * kMs));
  EXPECT_EQ(short_stall.WaitAt(At(150 * kMs)), StallWatch::kMinWait);
  StallWatch long_stall;
  long_stall.OnTick(At(0 * kMs));
  EXPECT_EQ(long_stall.WaitAt(At(absl::Seconds(60))), StallWatch::kMaxWait);
}

TEST(StallWatchTest, PausedWatchSeesNoStall) {
  StallWatch watch;
  watch.OnTick(At(0 * kMs));
  watch.Pause();
  EXPECT_EQ(watch.WaitAt(At(absl::Seconds(5))), kNone);
  watch.OnTick(At(absl::Seconds(5)));
  EXPECT_EQ(watch.WaitAt(At(absl::Seconds(5))), kNone);
}

}  // namespace
}  // namespace baton::core
