// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/late_attempt.h"

#include <optional>

#include "absl/time/time.h"
#include "baton/core/decision/call_grant.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/limits/process_budget.h"
#include "baton/core/limits/retry_breakers.h"
#include "baton/monotonic_time.h"
#include "baton/policy/method_policy.h"
#include "baton/stop_reason.h"
#include "gtest/gtest.h"

namespace baton::core {
namespace {

const LatencySummary kUsual = {absl::Milliseconds(10), absl::Milliseconds(40)};
constexpr absl::Duration kSecond = absl::Seconds(1);

TEST(FirstCheckAgeTest, MeasuredMethodIsCheckedAfterOneAndAHalfTimesP99) {
  EXPECT_EQ(FirstCheckAge(kUsual, kSecond, 3), absl::Milliseconds(60));
}

TEST(FirstCheckAgeTest, QuickMethodIsCheckedAfterTwentyMilliseconds) {
  const LatencySummary quick = {absl::Microseconds(100),
                                absl::Microseconds(300)};
  EXPECT_EQ(FirstCheckAge(quick, kSecond, 3), absl::Milliseconds(20));
}

TEST(FirstCheckAgeTest, UnmeasuredMethodIsCheckedAfterAnEvenShare) {
  EXPECT_EQ(FirstCheckAge(std::nullopt, kSecond, 4), kSecond / 4);
}

TEST(FirstCheckAgeTest, LastAttemptIsNeverChecked) {
  EXPECT_EQ(FirstCheckAge(kUsual, kSecond, 1), absl::InfiniteDuration());
}

TEST(FirstCheckAgeTest, AttemptIsNotCheckedAfterTheDeadline) {
  EXPECT_EQ(FirstCheckAge(kUsual, absl::Milliseconds(60), 3),
            absl::InfiniteDuration());
  EXPECT_EQ(FirstCheckAge(std::nullopt, absl::InfiniteDuration(), 3),
            absl::InfiniteDuration());
}

TEST(OvertakenSinceTest, LeadIsHalfTheAge) {
  const MonotonicTime start = MonotonicTime() + kSecond;
  EXPECT_EQ(OvertakenSince(start, start + absl::Milliseconds(80)),
            start + absl::Milliseconds(40));
}

class SecondAttemptTest : public ::testing::Test {
 protected:
  SecondAttemptTest() {
    policy_.idempotency = Idempotency::kIdempotent;
    progress_.grant.StartAttempt();
    late_.age = absl::Milliseconds(60);
    late_.was_overtaken = true;
    late_.drops_cancelled_work = true;
    late_.latency = kUsual;
  }

  std::optional<StopReason> Ask() {
    return AdmitSecondAttempt(policy_, late_, {budget_, RetryBreakers()},
                              start_ + late_.age, progress_);
  }

  MonotonicTime start_ = MonotonicTime() + kSecond;
  MethodPolicy policy_;
  ProcessBudget budget_{ProcessBudgetOptions(), start_};
  CallProgress progress_{start_, Deadline::After(start_, kSecond),
                         CallGrant(2, Owner(), true)};
  LateAttempt late_;
};

TEST_F(SecondAttemptTest, OvertakenAttemptGetsASecondOneForOneToken) {
  EXPECT_EQ(Ask(), std::nullopt);
  EXPECT_EQ(progress_.grant.attempts_admitted(), 2);
  EXPECT_EQ(progress_.spending.total, 1000);
}

TEST_F(SecondAttemptTest, LatenessAloneIsNoReasonForASecondAttempt) {
  late_.was_overtaken = false;
  EXPECT_EQ(Ask(), StopReason::kNotOvertaken);
  EXPECT_EQ(progress_.grant.attempts_admitted(), 1);
  EXPECT_EQ(progress_.spending.total, 0);
}

TEST_F(SecondAttemptTest, FallbackOfAReadOnlyCallNeedsNoOvertaking) {
  late_.was_overtaken = false;
  late_.is_read_only_fallback = true;
  EXPECT_EQ(Ask(), std::nullopt);
}

TEST_F(SecondAttemptTest, TargetThatKeepsCancelledWorkGetsNoSecondAttempt) {
  late_.drops_cancelled_work = false;
  EXPECT_EQ(Ask(), StopReason::kTargetKeepsCancelledWork);
}

TEST_F(SecondAttemptTest, SecondAttemptMustFitTheDeadlineWithItsUsualLatency) {
  late_.age = absl::Milliseconds(985);
  EXPECT_EQ(Ask(), std::nullopt);
  late_.age = absl::Milliseconds(995);
  EXPECT_EQ(Ask(), StopReason::kNotEnoughTime);
}

TEST_F(SecondAttemptTest, UnmeasuredMethodNeedsHalfTheAge) {
  late_.latency.reset();
  late_.age = absl::Milliseconds(600);
  EXPECT_EQ(Ask(), std::nullopt);
  late_.age = absl::Milliseconds(700);
  EXPECT_EQ(Ask(), StopReason::kNotEnoughTime);
}

TEST_F(SecondAttemptTest, GrantAndBudgetApplyToSecondAttempts) {
  progress_.grant.StartAttempt();
  progress_.grant.StartAttempt();
  EXPECT_EQ(Ask(), StopReason::kGrantExhausted);
  progress_.grant.UndoAttempt(0);
  BudgetSpending other;
  while (budget_.TryWithdraw(RetryCost::kTimeout, start_, other)) {
    other = BudgetSpending();
  }
  EXPECT_EQ(Ask(), StopReason::kProcessBudgetExhausted);
}

}  // namespace
}  // namespace baton::core
