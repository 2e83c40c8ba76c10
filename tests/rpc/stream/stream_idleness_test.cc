// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_idleness.h"

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

constexpr MonotonicTime kNever = MonotonicTime::InfiniteFuture();

class StreamIdlenessTest : public ::testing::Test {
 protected:
  static MonotonicTime At(int seconds) {
    return MonotonicTime() + absl::Seconds(seconds);
  }

  StreamIdleness idleness_{absl::Seconds(10)};
};

TEST_F(StreamIdlenessTest, InfiniteLimitDisablesIdleness) {
  EXPECT_FALSE(StreamIdleness(absl::InfiniteDuration()).on());
  EXPECT_TRUE(idleness_.on());
}

TEST_F(StreamIdlenessTest, TimeBeforeTheFirstResponseDoesNotCount) {
  idleness_.OnWait(At(0), /*for_end=*/false);
  EXPECT_EQ(idleness_.LookAt(), kNever);
}

TEST_F(StreamIdlenessTest, IdleTimeCountsFromTheLatestMessage) {
  idleness_.OnResponse(At(0));
  EXPECT_EQ(idleness_.LookAt(), At(10));
  idleness_.OnResponse(At(7));
  // A message does not move the check.
  EXPECT_EQ(idleness_.LookAt(), At(10));
  EXPECT_FALSE(idleness_.Look(At(10), /*for_message=*/true));
  EXPECT_EQ(idleness_.LookAt(), At(17));
  EXPECT_TRUE(idleness_.Look(At(17), /*for_message=*/true));
}

TEST_F(StreamIdlenessTest, IdleTimeCountsFromTheStartOfAWait) {
  idleness_.OnResponse(At(0));
  EXPECT_FALSE(idleness_.Look(At(10), /*for_message=*/false));
  EXPECT_EQ(idleness_.LookAt(), kNever);
  idleness_.OnWait(At(100), /*for_end=*/false);
  EXPECT_EQ(idleness_.LookAt(), At(110));
  EXPECT_FALSE(idleness_.Look(At(109), /*for_message=*/true));
  EXPECT_TRUE(idleness_.Look(At(110), /*for_message=*/true));
}

TEST_F(StreamIdlenessTest, LaterWaitGetsItsFullTime) {
  idleness_.OnResponse(At(0));
  idleness_.OnWait(At(9), /*for_end=*/false);
  EXPECT_FALSE(idleness_.Look(At(10), /*for_message=*/true));
  EXPECT_EQ(idleness_.LookAt(), At(19));
}

TEST_F(StreamIdlenessTest, EndIsAwaitedAfterTheFirstResponse) {
  idleness_.OnWait(At(0), /*for_end=*/true);
  idleness_.OnResponse(At(1));
  EXPECT_FALSE(idleness_.Look(At(11), /*for_message=*/false));
  EXPECT_EQ(idleness_.LookAt(), kNever);
  idleness_.OnWait(At(20), /*for_end=*/true);
  EXPECT_TRUE(idleness_.Look(At(30), /*for_message=*/false));
}

TEST_F(StreamIdlenessTest, NextAttemptResetsIdleness) {
  idleness_.OnResponse(At(0));
  idleness_.Restart();
  EXPECT_EQ(idleness_.LookAt(), kNever);
  idleness_.OnWait(At(5), /*for_end=*/false);
  EXPECT_EQ(idleness_.LookAt(), kNever);
}

}  // namespace
}  // namespace baton::rpc
