// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/method_latency.h"

#include <cstdint>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

MonotonicTime At(absl::Duration time) { return MonotonicTime() + time; }

TEST(MethodLatencyTest, FewLatenciesGiveNoPercentile) {
  MethodLatency latency;
  for (int i = 0; i < 99; ++i) {
    latency.Record(absl::Milliseconds(5), At(absl::Seconds(1)), 1);
  }
  EXPECT_FALSE(latency.Percentile(0.5).has_value());
  EXPECT_FALSE(latency.Summary(At(absl::Seconds(1))).has_value());
}

TEST(MethodLatencyTest, LatenciesOfAllLanesCountTogether) {
  MethodLatency latency;
  for (uint64_t lane = 0; lane < 100; ++lane) {
    latency.Record(absl::Milliseconds(lane < 98 ? 5 : 80), At(absl::Seconds(1)),
                   lane);
  }
  const auto summary = latency.Summary(At(absl::Seconds(1)));
  ASSERT_TRUE(summary.has_value());
  EXPECT_GE(summary->p50, absl::Milliseconds(5));
  EXPECT_LT(summary->p50, absl::Milliseconds(6));
  EXPECT_GE(summary->p99, absl::Milliseconds(80));
  EXPECT_LT(summary->p99, absl::Milliseconds(90));
}

TEST(MethodLatencyTest, TimeIsTooShortIfMostCallsNeedMore) {
  MethodLatency latency;
  const MonotonicTime now = At(absl::Seconds(1));
  EXPECT_FALSE(latency.IsTooShort(absl::Milliseconds(2), now));
  for (int i = 0; i < 100; ++i) latency.Record(absl::Milliseconds(5), now, 1);
  const MonotonicTime later = now + MethodLatency::kSummaryAge;
  EXPECT_TRUE(latency.IsTooShort(absl::Milliseconds(2), later));
  EXPECT_FALSE(latency.IsTooShort(absl::Milliseconds(10), later));
}

TEST(MethodLatencyTest, SummaryIsComputedAgainAfterATenthOfASecond) {
  MethodLatency latency;
  const MonotonicTime start = At(absl::Seconds(1));
  for (int i = 0; i < 100; ++i) {
    latency.Record(absl::Milliseconds(5), start, 1);
  }
  ASSERT_TRUE(latency.Summary(start).has_value());
  for (int i = 0; i < 10'000; ++i) {
    latency.Record(absl::Milliseconds(50), start, 1);
  }
  EXPECT_LT(latency.Summary(start)->p50, absl::Milliseconds(10));
  EXPECT_GT(latency.Summary(start + MethodLatency::kSummaryAge)->p50,
            absl::Milliseconds(40));
}

}  // namespace
}  // namespace baton::core
