// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The limits of retries after throttling and contention, as RetryDecider
// applies them.

#include <optional>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/core/decision/retry_decider.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_uniform.h"
#include "tests/support/outcomes.h"
#include "tests/support/policies.h"
#include "tests/support/target.h"

namespace baton::core {
namespace {

using absl::StatusCode;
using support::ServerSays;
using support::Unavailable;

class ClassLimitsTest : public ::testing::Test {
 protected:
  ClassLimitsTest()
      : policy_(support::MethodPolicyBuilder().Idempotent().Retrying(
            {StatusCode::kUnavailable, StatusCode::kAborted})) {
    StartCall(9);
  }

  void StartCall(int granted) {
    call_.emplace(clock_.Now(), Deadline::After(clock_.Now(), absl::Minutes(5)),
                  CallGrant(granted, Owner(), true));
    call_->grant.StartAttempt();
  }

  Decision After(const AttemptOutcome& outcome) {
    const StatusClassifier classifier(policy_.retry.classifier);
    return RetryDecider(policy_, classifier, target_.limits())
        .Decide(outcome, clock_.Now(), random_, *call_);
  }
  Decision AfterContention() { return After(ServerSays(StatusCode::kAborted)); }
  Decision AfterThrottling() {
    return After(Unavailable().WithAdvice(RetryAdvice::Verdict::kOk,
                                          RetryAdvice::Reason::kOverload));
  }

  MethodPolicy policy_;
  support::FakeClock clock_;
  support::FakeUniform random_{0.5};
  support::Target target_{clock_.Now()};
  std::optional<CallProgress> call_;
};

TEST_F(ClassLimitsTest, ContentionHasItsOwnCurve) {
  const Decision first = AfterContention();
  EXPECT_TRUE(first.retry);
  EXPECT_EQ(first.outcome_class, OutcomeClass::kContention);
  EXPECT_EQ(first.wait_cause, WaitCause::kContentionBackoff);
  // Half of the ceilings of 5 ms and 10 ms.
  EXPECT_EQ(first.delay, absl::Microseconds(2'500));
  EXPECT_EQ(AfterContention().delay, absl::Milliseconds(5));
}

TEST_F(ClassLimitsTest, RetryAfterContentionSpendsGrantAndProcessBudget) {
  StartCall(1);
  const Decision retry = AfterContention();
  EXPECT_TRUE(retry.paid);
  EXPECT_EQ(retry.cost, RetryCost::kTransient);
  EXPECT_EQ(call_->spending.total, 1'000);
  EXPECT_EQ(AfterContention().reason, StopReason::kGrantExhausted);
  StartCall(2);
  target_.EmptyBudget(clock_.Now());
  EXPECT_EQ(AfterContention().reason, StopReason::kProcessBudgetExhausted);
}

TEST_F(ClassLimitsTest, ContentionCanHaveMoreAttemptsThanOtherFailures) {
  policy_.retry.contention.max_attempts = 5;
  for (int attempt = 1; attempt < 5; ++attempt) {
    EXPECT_TRUE(AfterContention().retry) << attempt;
  }
  EXPECT_EQ(AfterContention().reason, StopReason::kContentionAttemptsExhausted);
  EXPECT_EQ(After(Unavailable()).reason, StopReason::kAttemptsExhausted);
}

TEST_F(ClassLimitsTest, ThrottledCallsCanHaveFewerAttempts) {
  policy_.retry.throttled.max_attempts = 2;
  EXPECT_TRUE(AfterThrottling().retry);
  EXPECT_EQ(AfterThrottling().reason, StopReason::kThrottledAttemptsExhausted);
  EXPECT_TRUE(After(Unavailable()).retry);
}

TEST_F(ClassLimitsTest, MaximumOfOnePreventsRetriesOfItsClassOnly) {
  policy_.retry.throttled.max_attempts = 1;
  EXPECT_EQ(AfterThrottling().reason, StopReason::kThrottledAttemptsExhausted);
  EXPECT_TRUE(AfterContention().retry);
}

TEST_F(ClassLimitsTest, ClassWithoutItsOwnMaximumHasTheMaximumOfTheMethod) {
  EXPECT_TRUE(AfterContention().retry);
  EXPECT_TRUE(AfterContention().retry);
  EXPECT_EQ(AfterContention().reason, StopReason::kAttemptsExhausted);
}

TEST_F(ClassLimitsTest, DisabledRetriesAreDisabledForEveryClass) {
  policy_.retry.max_attempts = 1;
  policy_.retry.throttled.max_attempts = 5;
  policy_.retry.contention.max_attempts = 5;
  EXPECT_EQ(AfterThrottling().reason, StopReason::kRetriesDisabled);
  EXPECT_EQ(AfterContention().reason, StopReason::kRetriesDisabled);
}

TEST_F(ClassLimitsTest, MissingGrantIsNamedBeforeTheLimitOfTheClass) {
  policy_.retry.throttled.max_attempts = 1;
  StartCall(0);
  EXPECT_EQ(AfterThrottling().reason, StopReason::kNoGrant);
}

TEST_F(ClassLimitsTest, RetryStartsWithinTheTimeOfItsClass) {
  policy_.retry.max_attempts = 5;
  ASSERT_TRUE(AfterContention().retry);
  clock_.Advance(absl::Seconds(2) - absl::Milliseconds(5));
  // The wait of 5 ms ends exactly after two seconds.
  EXPECT_TRUE(AfterContention().retry);
  const Decision stop = AfterContention();
  EXPECT_EQ(stop.reason, StopReason::kContentionTimeExhausted);
  EXPECT_EQ(stop.delay, absl::Milliseconds(10));
  EXPECT_TRUE(After(Unavailable()).retry);
}

TEST_F(ClassLimitsTest, TimeOfAClassBeginsWithItsFirstFailure) {
  clock_.Advance(absl::Seconds(20));
  EXPECT_TRUE(After(Unavailable()).retry);
  clock_.Advance(absl::Seconds(20));
  EXPECT_TRUE(AfterContention().retry);
}

TEST_F(ClassLimitsTest, RequestedWaitMustFitTheTimeForThrottling) {
  policy_.retry.throttled.max_time = absl::Seconds(10);
  policy_.retry.pushback_jitter_ratio = 0;
  const Decision stop = After(Unavailable().WithPushback(absl::Seconds(11)));
  EXPECT_EQ(stop.reason, StopReason::kThrottledTimeExhausted);
  EXPECT_EQ(stop.delay, absl::Seconds(11));
  EXPECT_TRUE(After(Unavailable().WithPushback(absl::Seconds(10))).retry);
  clock_.Advance(absl::Nanoseconds(1));
  EXPECT_EQ(After(Unavailable().WithPushback(absl::Seconds(10))).reason,
            StopReason::kThrottledTimeExhausted);
}

TEST_F(ClassLimitsTest, DeadlineAndMaxRetryTimeAreNamedBeforeTheTimeOfAClass) {
  policy_.retry.throttled.max_time = absl::Milliseconds(1);
  policy_.retry.max_retry_time = absl::Milliseconds(1);
  EXPECT_EQ(AfterThrottling().reason, StopReason::kNotEnoughTime);
}

TEST_F(ClassLimitsTest, WaitsOfOtherClassesDoNotMoveACurve) {
  policy_.retry.max_attempts = 5;
  ASSERT_TRUE(AfterContention().retry);
  ASSERT_TRUE(AfterContention().retry);
  EXPECT_EQ(AfterThrottling().delay, absl::Milliseconds(500));
  EXPECT_EQ(After(Unavailable()).delay, absl::Microseconds(12'500));
}

TEST_F(ClassLimitsTest, RequestedWaitRestartsAllCurves) {
  policy_.retry.max_attempts = 5;
  ASSERT_TRUE(AfterContention().retry);
  ASSERT_TRUE(After(Unavailable()).retry);
  ASSERT_TRUE(After(Unavailable().WithPushback(absl::Seconds(1))).retry);
  EXPECT_EQ(AfterContention().delay, absl::Microseconds(2'500));
}

TEST_F(ClassLimitsTest, StopDoesNotBeginTheTimeOfAClass) {
  policy_.retry.contention.max_attempts = 1;
  ASSERT_FALSE(AfterContention().retry);
  EXPECT_EQ(call_->contention.failed_since, std::nullopt);
  EXPECT_EQ(call_->contention.backoff_waits, 0);
}

TEST_F(ClassLimitsTest, DryRunNamesTheLimitOfTheClass) {
  policy_.mode = Mode::kObserve;
  EXPECT_EQ(AfterContention().reason, StopReason::kObserveOnly);
  policy_.retry.contention.max_attempts = 1;
  EXPECT_EQ(AfterContention().reason, StopReason::kContentionAttemptsExhausted);
}

}  // namespace
}  // namespace baton::core
