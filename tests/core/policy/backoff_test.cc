// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/backoff.h"

#include "absl/time/time.h"
#include "baton/policy/class_retry_options.h"
#include "gtest/gtest.h"
#include "tests/support/fake_uniform.h"

namespace baton::core {
namespace {

using support::FakeUniform;

constexpr double kAlmostOne = 1 - 1e-9;

BackoffOptions Curve(absl::Duration initial, absl::Duration max,
                     double multiplier) {
  BackoffOptions options;
  options.initial = initial;
  options.max = max;
  options.multiplier = multiplier;
  return options;
}

TEST(BackoffTest, CeilingDoublesUntilTheMaximum) {
  // 25, 50, 100, 200 and then 400, which the maximum cuts to 250.
  const BackoffOptions options;
  EXPECT_EQ(BackoffCeiling(options, 1), absl::Milliseconds(25));
  EXPECT_EQ(BackoffCeiling(options, 2), absl::Milliseconds(50));
  EXPECT_EQ(BackoffCeiling(options, 3), absl::Milliseconds(100));
  EXPECT_EQ(BackoffCeiling(options, 4), absl::Milliseconds(200));
  EXPECT_EQ(BackoffCeiling(options, 5), absl::Milliseconds(250));
  EXPECT_EQ(BackoffCeiling(options, 1000000), absl::Milliseconds(250));
}

TEST(BackoffTest, FirstRetryIsImmediateIfInitialIsZero) {
  const BackoffOptions options =
      Curve(absl::ZeroDuration(), absl::Milliseconds(250), 2);
  EXPECT_EQ(BackoffCeiling(options, 1), absl::ZeroDuration());
  EXPECT_EQ(BackoffCeiling(options, 2), absl::Milliseconds(25));
  EXPECT_EQ(BackoffCeiling(options, 3), absl::Milliseconds(50));
  EXPECT_EQ(BackoffCeiling(options, 9), absl::Milliseconds(250));
}

TEST(BackoffTest, ImmediateFirstRetryKeepsTheMaximum) {
  const BackoffOptions options =
      Curve(absl::ZeroDuration(), absl::Milliseconds(10), 2);
  EXPECT_EQ(BackoffCeiling(options, 2), absl::Milliseconds(10));
}

TEST(BackoffTest, ThrottledCurveIsSlowerEverywhere) {
  for (int retry = 1; retry <= 9; ++retry) {
    EXPECT_GT(BackoffCeiling(ClassRetryOptions::Throttled().backoff, retry),
              BackoffCeiling(BackoffOptions(), retry))
        << retry;
  }
}

TEST(BackoffTest, MultiplierOfOneIsConstant) {
  const BackoffOptions options =
      Curve(absl::Milliseconds(40), absl::Seconds(1), 1);
  EXPECT_EQ(BackoffCeiling(options, 1), absl::Milliseconds(40));
  EXPECT_EQ(BackoffCeiling(options, 9), absl::Milliseconds(40));
}

TEST(BackoffTest, MaximumEqualToInitialIsConstant) {
  const BackoffOptions options =
      Curve(absl::Milliseconds(40), absl::Milliseconds(40), 10);
  EXPECT_EQ(BackoffCeiling(options, 1), absl::Milliseconds(40));
  EXPECT_EQ(BackoffCeiling(options, 9), absl::Milliseconds(40));
}

TEST(BackoffTest, DrawSpreadsFromZeroToTheCeiling) {
  const BackoffOptions options;
  FakeUniform low({0.0});
  FakeUniform middle({0.5});
  FakeUniform high({kAlmostOne});
  EXPECT_EQ(DrawBackoff(options, 2, low), absl::ZeroDuration());
  EXPECT_EQ(DrawBackoff(options, 2, middle), absl::Milliseconds(25));
  EXPECT_LE(DrawBackoff(options, 2, high), absl::Milliseconds(50));
  EXPECT_GT(DrawBackoff(options, 2, high), absl::Milliseconds(49));
}

TEST(BackoffTest, EveryDrawStaysInBounds) {
  support::SeededUniform uniform(7);
  const BackoffOptions options;
  for (int i = 0; i < 1000; ++i) {
    const absl::Duration wait = DrawBackoff(options, 3, uniform);
    ASSERT_GE(wait, absl::ZeroDuration());
    ASSERT_LE(wait, absl::Milliseconds(100));
  }
}

// The range of each kind of jitter, as parts of the ceiling.
struct JitterRow {
  Jitter jitter;
  double from;
  double to;
};
constexpr JitterRow kJitterRows[] = {{Jitter::kFull, 0, 1},
                                     {Jitter::kEqual, 0.5, 1},
                                     {Jitter::kPlusMinus20Percent, 0.8, 1.2}};

TEST(BackoffTest, EachKindOfJitterStaysInItsRange) {
  support::SeededUniform uniform(3);
  for (const JitterRow& row : kJitterRows) {
    BackoffOptions options;
    options.jitter = row.jitter;
    for (int i = 0; i < 2000; ++i) {
      const int retry = 1 + i % 9;
      const absl::Duration ceiling = BackoffCeiling(options, retry);
      const absl::Duration wait = DrawBackoff(options, retry, uniform);
      ASSERT_GE(wait, row.from * ceiling - absl::Nanoseconds(1));
      ASSERT_LE(wait, row.to * ceiling);
    }
  }
}

TEST(BackoffTest, EachKindOfJitterReachesBothEndsAndTheMiddleOfItsRange) {
  for (const JitterRow& row : kJitterRows) {
    BackoffOptions options =
        Curve(absl::Milliseconds(100), absl::Milliseconds(100), 1);
    options.jitter = row.jitter;
    FakeUniform draws({0.0, 0.5, kAlmostOne});
    for (const double part : {row.from, (row.from + row.to) / 2, row.to}) {
      EXPECT_LT(absl::AbsDuration(DrawBackoff(options, 1, draws) -
                                  absl::Milliseconds(100 * part)),
                absl::Microseconds(1));
    }
  }
}

TEST(BackoffTest, JitterOfTheLongestWaitDoesNotOverflow) {
  BackoffOptions options = Curve(absl::Hours(1 << 24), absl::Hours(1 << 24), 1);
  for (const JitterRow& row : kJitterRows) {
    options.jitter = row.jitter;
    FakeUniform high({kAlmostOne});
    const absl::Duration wait = DrawBackoff(options, 1, high);
    EXPECT_GT(wait, absl::Hours(1000000));
    EXPECT_LT(wait, absl::InfiniteDuration());
  }
}

TEST(BackoffTest, ImmediateRetryStaysImmediateWithEachKindOfJitter) {
  for (const JitterRow& row : kJitterRows) {
    BackoffOptions options =
        Curve(absl::ZeroDuration(), absl::Milliseconds(250), 2);
    options.jitter = row.jitter;
    FakeUniform high({kAlmostOne});
    EXPECT_EQ(DrawBackoff(options, 1, high), absl::ZeroDuration());
  }
}

TEST(BackoffTest, RequestedWaitIsNeverShortened) {
  const absl::Duration demanded = absl::Milliseconds(100);
  FakeUniform low({0.0});
  FakeUniform high({kAlmostOne});
  EXPECT_EQ(DrawDemandedWait(demanded, 0.2, low), demanded);
  EXPECT_GT(DrawDemandedWait(demanded, 0.2, high), absl::Milliseconds(119));
  EXPECT_LE(DrawDemandedWait(demanded, 0.2, high), absl::Milliseconds(120));
  EXPECT_EQ(DrawDemandedWait(demanded, 0, high), demanded);
}

TEST(BackoffTest, RequestedWaitOfZeroStaysZero) {
  FakeUniform uniform({0.7});
  EXPECT_EQ(DrawDemandedWait(absl::ZeroDuration(), 0.2, uniform),
            absl::ZeroDuration());
}

TEST(BackoffTest, EveryDrawOfARequestedWaitIsAtLeastTheRequest) {
  support::SeededUniform uniform(11);
  for (int ms = 0; ms < 3000; ++ms) {
    const absl::Duration demanded = absl::Milliseconds(ms);
    ASSERT_GE(DrawDemandedWait(demanded, 0.2, uniform), demanded);
  }
}

}  // namespace
}  // namespace baton::core
