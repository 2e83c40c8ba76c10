// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/time/time.h"
#include "baton/kit.h"
#include "gtest/gtest.h"

namespace baton {
namespace {

constexpr absl::Duration kMinute = absl::Minutes(1);

TEST(HostJitterTest, HostHasTheSameOffsetEachTime) {
  const absl::Duration offset = HostJitter("export", kMinute);
  EXPECT_GE(offset, absl::ZeroDuration());
  EXPECT_LT(offset, kMinute);
  EXPECT_EQ(HostJitter("export", kMinute), offset);
}

TEST(HostJitterTest, NextRunIsTheOffsetAfterAFullPeriod) {
  const absl::Time minute = absl::FromUnixSeconds(1'700'000'040);
  const absl::Time run = NextRunOnHost("export", kMinute, minute);
  const absl::Duration offset = HostJitter("export", kMinute);
  EXPECT_EQ(
      run, offset == absl::ZeroDuration() ? minute + kMinute : minute + offset);
  EXPECT_EQ(NextRunOnHost("export", kMinute, run), run + kMinute);
}

}  // namespace
}  // namespace baton
