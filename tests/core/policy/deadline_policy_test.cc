// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/deadline_policy.h"

#include "absl/time/time.h"
#include "baton/deadline.h"
#include "baton/monotonic_time.h"
#include "baton/policy/defaults.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

const MonotonicTime kNow = MonotonicTime::FromOrigin(absl::Hours(5));

Deadline In(absl::Duration timeout) { return Deadline::After(kNow, timeout); }

EffectiveDeadline Resolve(const DeadlineOptions& options, Deadline own,
                          Deadline inherited) {
  return ResolveDeadline(options, own, inherited, kNow);
}

// Without a reserve, an inherited deadline is exact to the nanosecond.
DeadlineOptions WithoutReserve() {
  DeadlineOptions options;
  options.hop_reserve = absl::ZeroDuration();
  return options;
}

TEST(ResolveDeadlineTest, MissingDeadlineBecomesTheDefault) {
  const EffectiveDeadline result =
      Resolve(DeadlineOptions(), Deadline::None(), Deadline::None());
  EXPECT_EQ(result.deadline, In(defaults::kDefaultDeadline));
  EXPECT_EQ(result.source, DeadlineSource::kDefault);
  EXPECT_TRUE(result.missing);
  EXPECT_FALSE(result.capped);
  EXPECT_FALSE(result.rejected);
}

TEST(ResolveDeadlineTest, MissingDeadlineIsOnlyCountedWithAllow) {
  DeadlineOptions options;
  options.missing = MissingDeadline::kAllow;
  options.max_timeout = absl::Seconds(1);
  const EffectiveDeadline result =
      Resolve(options, Deadline::None(), Deadline::None());
  EXPECT_TRUE(result.deadline.IsNone());
  EXPECT_EQ(result.source, DeadlineSource::kNone);
  EXPECT_TRUE(result.missing);
  EXPECT_FALSE(result.capped);
}

TEST(ResolveDeadlineTest, MissingDeadlineIsRejectedWithReject) {
  DeadlineOptions options;
  options.missing = MissingDeadline::kReject;
  EXPECT_TRUE(Resolve(options, Deadline::None(), Deadline::None()).rejected);
  EXPECT_FALSE(
      Resolve(options, In(absl::Seconds(1)), Deadline::None()).rejected);
  EXPECT_FALSE(
      Resolve(options, Deadline::None(), In(absl::Seconds(1))).rejected);
}

TEST(ResolveDeadlineTest, EarlierOfOwnAndInheritedDeadlineCounts) {
  const DeadlineOptions options = WithoutReserve();
  EffectiveDeadline result =
      Resolve(options, In(absl::Seconds(1)), In(absl::Seconds(2)));
  EXPECT_EQ(result.deadline, In(absl::Seconds(1)));
  EXPECT_EQ(result.source, DeadlineSource::kCall);
  EXPECT_FALSE(result.missing);

  result = Resolve(options, In(absl::Seconds(2)), In(absl::Seconds(1)));
  EXPECT_EQ(result.deadline, In(absl::Seconds(1)));
  EXPECT_EQ(result.source, DeadlineSource::kInherited);

  result = Resolve(options, Deadline::None(), In(absl::Seconds(1)));
  EXPECT_EQ(result.source, DeadlineSource::kInherited);
  EXPECT_FALSE(result.missing);
}

TEST(ResolveDeadlineTest, ReserveIsTheSmallerOfTimeAndRatio) {
  DeadlineOptions options;
  options.hop_reserve = absl::Milliseconds(5);
  options.hop_reserve_ratio = 0.125;
  // An eighth of 16 ms is 2 ms, less than 5 ms; an eighth of 1 s is more.
  EXPECT_EQ(
      Resolve(options, Deadline::None(), In(absl::Milliseconds(16))).deadline,
      In(absl::Milliseconds(14)));
  EXPECT_EQ(Resolve(options, Deadline::None(), In(absl::Seconds(1))).deadline,
            In(absl::Milliseconds(995)));
}

TEST(ResolveDeadlineTest, OwnDeadlineHasNoReserve) {
  DeadlineOptions options;
  options.hop_reserve = absl::Milliseconds(500);
  options.hop_reserve_ratio = 0.5;
  EXPECT_EQ(Resolve(options, In(absl::Seconds(1)), Deadline::None()).deadline,
            In(absl::Seconds(1)));
}

TEST(ResolveDeadlineTest, ExpiredInheritedDeadlineStaysExpired) {
  const EffectiveDeadline result =
      Resolve(DeadlineOptions(), In(absl::Seconds(1)), In(-absl::Seconds(1)));
  EXPECT_EQ(result.deadline, In(-absl::Seconds(1)));
  EXPECT_EQ(result.source, DeadlineSource::kInherited);
}

TEST(ResolveDeadlineTest, MaximumCutsLongerDeadlinesAndMarksThem) {
  DeadlineOptions options = WithoutReserve();
  options.max_timeout = absl::Seconds(10);
  for (const EffectiveDeadline& result :
       {Resolve(options, In(absl::Seconds(11)), Deadline::None()),
        Resolve(options, Deadline::None(), In(absl::Hours(1)))}) {
    EXPECT_EQ(result.deadline, In(absl::Seconds(10)));
    EXPECT_EQ(result.source, DeadlineSource::kMaximum);
    EXPECT_TRUE(result.capped);
  }
  const EffectiveDeadline exact =
      Resolve(options, In(absl::Seconds(10)), Deadline::None());
  EXPECT_EQ(exact.source, DeadlineSource::kCall);
  EXPECT_FALSE(exact.capped);
}

TEST(ResolveDeadlineTest, MaximumCutsTheDefaultWithoutAMark) {
  DeadlineOptions options;
  options.max_timeout = absl::Seconds(10);
  const EffectiveDeadline result =
      Resolve(options, Deadline::None(), Deadline::None());
  EXPECT_EQ(result.deadline, In(absl::Seconds(10)));
  EXPECT_EQ(result.source, DeadlineSource::kMaximum);
  EXPECT_FALSE(result.capped);
  EXPECT_TRUE(result.missing);
}

TEST(ResolveDeadlineTest, ResultIsNeverLaterThanOwnOrInherited) {
  const Deadline candidates[] = {
      Deadline::None(),         In(-absl::Seconds(1)),
      In(absl::ZeroDuration()), In(absl::Milliseconds(1)),
      In(absl::Seconds(20)),    In(absl::Hours(2))};
  for (const MissingDeadline missing :
       {MissingDeadline::kAllow, MissingDeadline::kDefault}) {
    for (const absl::Duration max :
         {absl::Milliseconds(1), absl::Seconds(10), absl::InfiniteDuration()}) {
      DeadlineOptions options;
      options.missing = missing;
      options.max_timeout = max;
      for (const Deadline own : candidates) {
        for (const Deadline inherited : candidates) {
          const Deadline result = Resolve(options, own, inherited).deadline;
          EXPECT_LE(result.time(), own.time());
          EXPECT_LE(result.time(), inherited.time());
        }
      }
    }
  }
}

TEST(DeadlineSourceTest, ToStringReturnsTheWordsOfTheReport) {
  EXPECT_EQ(ToString(DeadlineSource::kNone), "none");
  EXPECT_EQ(ToString(DeadlineSource::kCall), "call");
  EXPECT_EQ(ToString(DeadlineSource::kInherited), "inherited");
  EXPECT_EQ(ToString(DeadlineSource::kDefault), "default");
  EXPECT_EQ(ToString(DeadlineSource::kMaximum), "maximum");
}

}  // namespace
}  // namespace baton::core
