// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/latency_histogram.h"

#include <optional>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "gtest/gtest.h"
#include "tests/support/threads.h"

namespace baton::core {
namespace {

const MonotonicTime kNow = MonotonicTime::FromOrigin(absl::Hours(1));

void Record(LatencyHistogram& histogram, int times, absl::Duration latency,
            MonotonicTime now = kNow) {
  for (int i = 0; i < times; ++i) histogram.Record(latency, now);
}

TEST(LatencyHistogramTest, NoPercentileBeforeEnoughSamples) {
  LatencyHistogram histogram;
  Record(histogram, 99, absl::Milliseconds(5));
  EXPECT_EQ(histogram.Percentile(0.95), std::nullopt);
  Record(histogram, 1, absl::Milliseconds(5));
  EXPECT_NE(histogram.Percentile(0.95), std::nullopt);
}

TEST(LatencyHistogramTest, PercentilesOfAThousandValues) {
  LatencyHistogram histogram;
  for (int i = 1; i <= 1000; ++i) {
    histogram.Record(absl::Microseconds(100 * i), kNow);
  }
  for (const double share : {0.5, 0.9, 0.95, 0.99, 0.999}) {
    const absl::Duration exact = absl::Milliseconds(100) * share;
    const absl::Duration said = *histogram.Percentile(share);
    EXPECT_GE(said, exact) << share;
    EXPECT_LE(said, exact * 1.07) << share;
  }
}

TEST(LatencyHistogramTest, PercentileIsAccurateAtEveryMagnitude) {
  for (const absl::Duration latency :
       {absl::Microseconds(1), absl::Microseconds(31), absl::Microseconds(32),
        absl::Microseconds(33), absl::Microseconds(63), absl::Microseconds(64),
        absl::Microseconds(999), absl::Milliseconds(17), absl::Seconds(1),
        absl::Seconds(134)}) {
    LatencyHistogram histogram;
    Record(histogram, 100, latency);
    const absl::Duration said = *histogram.Percentile(0.95);
    EXPECT_GT(said, latency);
    EXPECT_LE(said, latency * 1.07 + absl::Microseconds(1));
  }
}

TEST(LatencyHistogramTest, LatencyOutOfRangeIsClamped) {
  for (const absl::Duration latency :
       {absl::ZeroDuration(), absl::Seconds(-1), absl::Nanoseconds(1)}) {
    LatencyHistogram histogram;
    Record(histogram, 100, latency);
    EXPECT_EQ(histogram.Percentile(0.95), absl::Microseconds(1));
  }
  LatencyHistogram histogram;
  Record(histogram, 100, absl::InfiniteDuration());
  EXPECT_LE(*histogram.Percentile(0.95), absl::Seconds(135));
}

TEST(LatencyHistogramTest, OldSamplesLoseTheirWeight) {
  LatencyHistogram histogram;
  Record(histogram, 10'000, absl::Seconds(1));
  MonotonicTime now = kNow;
  for (int i = 0; i < 10; ++i) {
    now = now + LatencyHistogram::kHalfLife;
    Record(histogram, 1000, absl::Milliseconds(1), now);
  }
  EXPECT_LT(*histogram.Percentile(0.95), absl::Milliseconds(2));
}

TEST(LatencyHistogramTest, SamplesExpireWithoutCalls) {
  LatencyHistogram histogram;
  Record(histogram, 10'000, absl::Seconds(1));
  histogram.Record(absl::Seconds(1), kNow + absl::Hours(1));
  EXPECT_EQ(histogram.Percentile(0.95), std::nullopt);
}

TEST(LatencyHistogramTest, ConcurrentSamplesAreAllCounted) {
  LatencyHistogram histogram;
  support::RunOnThreads(4, [&](int /*thread*/) {
    Record(histogram, 2500, absl::Milliseconds(1));
  });
  Record(histogram, 10'001, absl::Seconds(1));
  // Just more than half of all samples.
  EXPECT_LT(*histogram.Percentile(0.49), absl::Milliseconds(2));
  EXPECT_GT(*histogram.Percentile(0.51), absl::Milliseconds(900));
}

}  // namespace
}  // namespace baton::core
