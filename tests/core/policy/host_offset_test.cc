// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/host_offset.h"

#include <algorithm>
#include <array>
#include <string>

#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

constexpr absl::Duration kMinute = absl::Minutes(1);

TEST(HostOffsetTest, SameHostAndNameGiveTheSameOffset) {
  EXPECT_EQ(HostOffset("host-1", "export", kMinute),
            HostOffset("host-1", "export", kMinute));
}

// An offset that changes with a release would move the load of every host.
TEST(HostOffsetTest, OffsetsStayTheSameInLaterReleases) {
  EXPECT_EQ(absl::ToInt64Milliseconds(HostOffset("host-1", "export", kMinute)),
            3869);
  EXPECT_EQ(absl::ToInt64Milliseconds(HostOffset("", "", kMinute)), 19931);
}

TEST(HostOffsetTest, OffsetsAreSpreadEvenlyOverThePeriod) {
  constexpr int kHosts = 6000;
  std::array<int, 60> hosts_per_second{};
  for (int i = 0; i < kHosts; ++i) {
    const absl::Duration offset =
        HostOffset("host-" + std::to_string(i), "export", kMinute);
    ASSERT_GE(offset, absl::ZeroDuration());
    ASSERT_LT(offset, kMinute);
    ++hosts_per_second.at(
        static_cast<std::size_t>(absl::ToInt64Seconds(offset)));
  }
  // 100 hosts are expected in each second, with a deviation of 10.
  EXPECT_LT(*std::max_element(hosts_per_second.begin(), hosts_per_second.end()),
            150);
  EXPECT_GT(*std::min_element(hosts_per_second.begin(), hosts_per_second.end()),
            60);
}

TEST(HostOffsetTest, DifferentWorkOfOneHostHasDifferentOffsets) {
  EXPECT_NE(HostOffset("host", "metrics", kMinute),
            HostOffset("host", "traces", kMinute));
}

TEST(HostOffsetTest, HostAndNameAreNotMixedUp) {
  EXPECT_NE(HostOffset("ab", "c", kMinute), HostOffset("a", "bc", kMinute));
}

TEST(HostOffsetTest, OffsetGrowsWithThePeriod) {
  EXPECT_EQ(HostOffset("host", "job", 2 * kMinute),
            2 * HostOffset("host", "job", kMinute));
}

TEST(HostOffsetTest, UnusablePeriodHasNoOffset) {
  for (const absl::Duration period :
       {absl::ZeroDuration(), -kMinute, absl::InfiniteDuration()}) {
    EXPECT_EQ(HostOffset("host", "job", period), absl::ZeroDuration());
    EXPECT_EQ(NextPeriodicRun(absl::UnixEpoch(), period, absl::Seconds(1)),
              absl::InfiniteFuture());
  }
}

TEST(NextPeriodicRunTest, RunsOncePerPeriodAtTheOffset) {
  const absl::Time minute = absl::FromUnixSeconds(1'700'000'040);
  const absl::Duration offset = absl::Seconds(7);
  EXPECT_EQ(NextPeriodicRun(minute, kMinute, offset), minute + offset);
  EXPECT_EQ(
      NextPeriodicRun(minute + offset - absl::Nanoseconds(1), kMinute, offset),
      minute + offset);
  EXPECT_EQ(NextPeriodicRun(minute + offset, kMinute, offset),
            minute + kMinute + offset);
}

TEST(NextPeriodicRunTest, TimesBeforeTheEpochAlsoHaveANextRun) {
  const absl::Time before = absl::UnixEpoch() - absl::Seconds(90);
  EXPECT_EQ(NextPeriodicRun(before, kMinute, absl::Seconds(10)),
            absl::UnixEpoch() - absl::Seconds(50));
}

}  // namespace
}  // namespace baton::core
