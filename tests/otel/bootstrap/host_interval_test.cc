// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/host_interval.h"

#include "absl/time/time.h"
#include "baton/kit/host_jitter.h"
#include "gtest/gtest.h"

namespace baton::otel {
namespace {

TEST(HostIntervalTest, ExportIntervalIsUpToATenthShorterOnEachHost) {
  const absl::Duration interval =
      IntervalOnThisHost("metrics", absl::Seconds(60));
  EXPECT_LE(interval, absl::Seconds(60));
  EXPECT_GT(interval, absl::Seconds(54));
  EXPECT_EQ(interval, absl::Seconds(60) -
                          absl::Floor(HostJitter("metrics", absl::Seconds(6)),
                                      absl::Milliseconds(1)));
}

TEST(HostIntervalTest, HostHasTheSameExportIntervalEachTime) {
  EXPECT_EQ(IntervalOnThisHost("spans", absl::Seconds(5)),
            IntervalOnThisHost("spans", absl::Seconds(5)));
}

TEST(HostIntervalTest, IntervalBelowOneSecondStaysUnchanged) {
  EXPECT_EQ(IntervalOnThisHost("metrics", absl::Milliseconds(999)),
            absl::Milliseconds(999));
}

}  // namespace
}  // namespace baton::otel
