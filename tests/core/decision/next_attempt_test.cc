// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/next_attempt.h"

#include <optional>

#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

using Reason = RetryBudgetHeader::Reason;

const MonotonicTime kNow = MonotonicTime::FromOrigin(absl::Seconds(100));
constexpr absl::Duration kDelay = absl::Milliseconds(20);

Decision RetryAfter(WaitCause cause, OutcomeClass outcome_class) {
  Decision decision;
  decision.retry = true;
  decision.delay = kDelay;
  decision.wait_cause = cause;
  decision.outcome_class = outcome_class;
  return decision;
}

TEST(NextAttemptTest, CallWithoutAPlanHasNotWaited) {
  const NextAttempt next;
  EXPECT_EQ(next.plan(), nullptr);
  EXPECT_EQ(next.wait_cause(), WaitCause::kNone);
  EXPECT_EQ(next.WaitedAt(kNow), absl::ZeroDuration());
  EXPECT_EQ(next.last_failure(), Reason::kUnspecified);
}

TEST(NextAttemptTest, RetryHasWaitedForItsDelay) {
  NextAttempt next;
  next.PlanRetry({}, RetryAfter(WaitCause::kBackoff, OutcomeClass::kThrottled),
                 kNow);
  EXPECT_EQ(next.wait_cause(), WaitCause::kBackoff);
  EXPECT_EQ(next.WaitedAt(kNow + 2 * kDelay), kDelay);
  EXPECT_EQ(next.last_failure(), Reason::kThrottled);
}

TEST(NextAttemptTest, RetryHasWaitedForItsConnection) {
  NextAttempt next;
  next.PlanRetry(
      {}, RetryAfter(WaitCause::kConnection, OutcomeClass::kTransient), kNow);
  EXPECT_EQ(next.WaitedAt(kNow + 2 * kDelay), 2 * kDelay);
}

TEST(NextAttemptTest, AttemptThatWasNotSentIsNoReason) {
  NextAttempt next;
  next.PlanRetry({}, RetryAfter(WaitCause::kBackoff, OutcomeClass::kTimeout),
                 kNow);
  AttemptOutcome unsent;
  unsent.never_sent = true;
  next.PlanRetry(
      unsent, RetryAfter(WaitCause::kBackoff, OutcomeClass::kTransient), kNow);
  EXPECT_EQ(next.last_failure(), Reason::kTimeout);
}

TEST(NextAttemptTest, SecondAttemptHasWaitedForTheAgeOfTheLateOne) {
  NextAttempt next;
  next.PlanSecond(kDelay);
  EXPECT_TRUE(next.plan()->retry);
  EXPECT_EQ(next.wait_cause(), WaitCause::kLate);
  EXPECT_EQ(next.WaitedAt(kNow), kDelay);
}

TEST(NextAttemptTest, HedgeHasNotWaited) {
  NextAttempt next;
  next.PlanRetry({}, RetryAfter(WaitCause::kBackoff, OutcomeClass::kTimeout),
                 kNow);
  next.PlanHedge();
  EXPECT_EQ(next.wait_cause(), WaitCause::kNone);
  EXPECT_EQ(next.WaitedAt(kNow), absl::ZeroDuration());
}

TEST(NextAttemptTest, ChargeIsTakenOnce) {
  NextAttempt next;
  EXPECT_EQ(next.TakeCharge(), std::nullopt);
  next.Pay(RetryCost::kTransient);
  EXPECT_EQ(next.TakeCharge(), RetryCost::kTransient);
  EXPECT_EQ(next.TakeCharge(), std::nullopt);
}

}  // namespace
}  // namespace baton::core
