// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/hedge_schedule.h"

#include <optional>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "baton/policy/hedge_options.h"
#include "baton/retry_advice.h"
#include "gtest/gtest.h"
#include "tests/support/outcomes.h"

namespace baton::core {
namespace {

using support::ServerSays;
using support::Unavailable;
using Verdict = RetryAdvice::Verdict;
using Reason = RetryAdvice::Reason;

const MonotonicTime kStart = MonotonicTime::FromOrigin(absl::Hours(5));

MonotonicTime At(int ms) { return kStart + absl::Milliseconds(ms); }

HedgeOptions Every20Ms(int max_attempts) {
  HedgeOptions options;
  options.max_attempts = max_attempts;
  options.delay = absl::Milliseconds(20);
  return options;
}

TEST(HedgeScheduleTest, HedgingIsOffByDefault) {
  const HedgeOptions options;
  EXPECT_EQ(HedgeSchedule(options, absl::Milliseconds(20), kStart).NextAt(),
            std::nullopt);
}

TEST(HedgeScheduleTest, NoHedgeWithoutAMeasuredDelay) {
  HedgeOptions options;
  options.max_attempts = 3;
  EXPECT_EQ(HedgeSchedule(options, std::nullopt, kStart).NextAt(),
            std::nullopt);
  EXPECT_EQ(HedgeSchedule(options, absl::Milliseconds(7), kStart).NextAt(),
            At(7));
}

TEST(HedgeScheduleTest, FixedDelayOverridesTheMeasurement) {
  const HedgeOptions options = Every20Ms(2);
  EXPECT_EQ(HedgeSchedule(options, absl::Milliseconds(7), kStart).NextAt(),
            At(20));
}

TEST(HedgeScheduleTest, HedgesFollowEachOtherUpToTheMaximum) {
  const HedgeOptions options = Every20Ms(3);
  HedgeSchedule schedule(options, std::nullopt, kStart);
  EXPECT_EQ(schedule.NextAt(), At(20));
  schedule.OnSent(At(25));  // the timer was late; the delay counts from here
  EXPECT_EQ(schedule.NextAt(), At(45));
  schedule.OnSent(At(45));
  EXPECT_EQ(schedule.NextAt(), std::nullopt);
}

TEST(HedgeScheduleTest, FatalFailureStopsTheHedges) {
  const HedgeOptions options = Every20Ms(3);
  HedgeSchedule schedule(options, std::nullopt, kStart);
  EXPECT_FALSE(schedule.OnFailure(
      ServerSays(absl::StatusCode::kInvalidArgument), At(5)));
}

TEST(HedgeScheduleTest, FailedAttemptStartsTheNextHedgeImmediately) {
  const HedgeOptions options = Every20Ms(3);
  HedgeSchedule schedule(options, std::nullopt, kStart);
  EXPECT_TRUE(schedule.OnFailure(Unavailable(), At(5)));
  EXPECT_EQ(schedule.NextAt(), At(5));
  schedule.OnSent(At(5));
  EXPECT_EQ(schedule.NextAt(), At(25));
}

TEST(HedgeScheduleTest, PushbackDelaysTheNextHedge) {
  const HedgeOptions options = Every20Ms(3);
  HedgeSchedule schedule(options, std::nullopt, kStart);
  EXPECT_TRUE(schedule.OnFailure(
      Unavailable().WithPushback(absl::Milliseconds(100)), At(5)));
  EXPECT_EQ(schedule.NextAt(), At(105));
}

TEST(HedgeScheduleTest, NegativePushbackEndsHedgesOnly) {
  const HedgeOptions options = Every20Ms(3);
  for (const auto& outcome :
       {Unavailable().WithPushbackNever(),
        Unavailable().WithAdvice(Verdict::kNo, Reason::kOverload)}) {
    HedgeSchedule schedule(options, std::nullopt, kStart);
    EXPECT_TRUE(schedule.OnFailure(outcome, At(5)));
    EXPECT_EQ(schedule.NextAt(), std::nullopt);
  }
}

TEST(HedgeScheduleTest, FailureAfterTheLastHedgeStartsNoHedge) {
  const HedgeOptions options = Every20Ms(2);
  HedgeSchedule schedule(options, std::nullopt, kStart);
  schedule.OnSent(At(20));
  EXPECT_TRUE(schedule.OnFailure(Unavailable(), At(30)));
  EXPECT_EQ(schedule.NextAt(), std::nullopt);
}

TEST(HedgeScheduleTest, StoppedScheduleStaysStoppedAfterAFailure) {
  const HedgeOptions options = Every20Ms(3);
  HedgeSchedule schedule(options, std::nullopt, kStart);
  schedule.Stop();
  EXPECT_TRUE(schedule.OnFailure(Unavailable(), At(30)));
  EXPECT_EQ(schedule.NextAt(), std::nullopt);
}

}  // namespace
}  // namespace baton::core
