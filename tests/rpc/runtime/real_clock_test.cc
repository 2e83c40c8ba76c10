// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/real_clock.h"

#include "absl/time/time.h"
#include "baton/rpc/grpc/convert.h"
#include "grpc/support/time.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

TEST(RealClockTest, NeverGoesBackwards) {
  MonotonicTime last = RealClock().Now();
  for (int i = 0; i < 10'000; ++i) {
    const MonotonicTime now = RealClock().Now();
    ASSERT_LE(last, now);
    last = now;
  }
}

TEST(RealClockTest, UsesTheClockOfGrpcConversions) {
  const MonotonicTime now = RealClock().Now();
  const gpr_timespec wall = gpr_convert_clock_type(
      ToGrpcDeadline(Deadline::At(now)), GPR_CLOCK_REALTIME);
  const absl::Duration wall_now =
      absl::FromChrono(SystemNow().time_since_epoch());
  const absl::Duration off =
      wall_now - absl::Seconds(wall.tv_sec) - absl::Nanoseconds(wall.tv_nsec);
  EXPECT_LT(absl::AbsDuration(off), absl::Seconds(1));
}

}  // namespace
}  // namespace baton::rpc
