// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A backoff of the application, as RetryDecider uses it.

#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/backoff.h"
#include "baton/core/decision/retry_decider.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_uniform.h"
#include "tests/support/outcomes.h"
#include "tests/support/policies.h"
#include "tests/support/target.h"

namespace baton::core {
namespace {

using support::ServerSays;
using support::Unavailable;

constexpr char kMethod[] = "/shop.v1.Inventory/Get";

// Returns a fixed wait, and records its arguments.
class FixedBackoff final : public Backoff {
 public:
  absl::Duration Wait(const RetryWait& asked) const override {
    asked_.push_back(asked);
    return wait;
  }

  const std::vector<RetryWait>& asked() const { return asked_; }

  absl::Duration wait = absl::Milliseconds(70);

 private:
  mutable std::vector<RetryWait> asked_;
};

class CustomBackoffTest : public ::testing::Test {
 protected:
  CustomBackoffTest()
      : policy_(
            support::MethodPolicyBuilder().Idempotent().Attempts(5).Retrying(
                {absl::StatusCode::kUnavailable, absl::StatusCode::kAborted})),
        call_(clock_.Now(), Deadline::After(clock_.Now(), absl::Seconds(10)),
              CallGrant(9, Owner(), true)) {
    call_.grant.StartAttempt();
  }

  Decision After(const AttemptOutcome& outcome) {
    const StatusClassifier classifier(policy_.retry.classifier);
    return RetryDecider(policy_, classifier, target_.limits(), &backoff_,
                        kMethod)
        .Decide(outcome, clock_.Now(), random_, call_);
  }

  MethodPolicy policy_;
  FixedBackoff backoff_;
  support::FakeClock clock_;
  support::FakeUniform random_{0.5};
  support::Target target_{clock_.Now()};
  CallProgress call_;
};

TEST_F(CustomBackoffTest, ItsWaitReplacesTheComputedWait) {
  const Decision decision = After(Unavailable());
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(decision.delay, absl::Milliseconds(70));
  EXPECT_EQ(decision.wait_cause, WaitCause::kBackoff);
}

TEST_F(CustomBackoffTest, ZeroIsAnImmediateRetry) {
  backoff_.wait = absl::ZeroDuration();
  EXPECT_TRUE(After(Unavailable()).retry);
  EXPECT_EQ(After(Unavailable()).delay, absl::ZeroDuration());
}

TEST_F(CustomBackoffTest, SeesMethodClassAttemptCauseAndComputedWait) {
  ASSERT_TRUE(After(Unavailable()).retry);
  call_.grant.StartAttempt();
  ASSERT_TRUE(After(ServerSays(absl::StatusCode::kAborted)).retry);
  const RetryWait& first = backoff_.asked()[0];
  EXPECT_EQ(first.method, kMethod);
  EXPECT_EQ(first.outcome_class, OutcomeClass::kTransient);
  EXPECT_EQ(first.attempt, 1);
  EXPECT_EQ(first.cause, WaitCause::kBackoff);
  EXPECT_EQ(first.computed, absl::Microseconds(12'500));
  const RetryWait& second = backoff_.asked()[1];
  EXPECT_EQ(second.outcome_class, OutcomeClass::kContention);
  EXPECT_EQ(second.attempt, 2);
  EXPECT_EQ(second.cause, WaitCause::kContentionBackoff);
  EXPECT_EQ(second.computed, absl::Microseconds(2'500));
}

TEST_F(CustomBackoffTest, NegativeOrInfiniteWaitCountsAsTheComputedWait) {
  for (const absl::Duration wait :
       {-absl::Nanoseconds(1), -absl::Hours(1), absl::InfiniteDuration(),
        -absl::InfiniteDuration()}) {
    call_.other_classes.backoff_waits = 0;
    backoff_.wait = wait;
    const Decision decision = After(Unavailable());
    EXPECT_TRUE(decision.retry) << wait;
    EXPECT_EQ(decision.delay, absl::Microseconds(12'500)) << wait;
  }
}

TEST_F(CustomBackoffTest, RequestedWaitIsNotShortened) {
  policy_.retry.pushback_jitter_ratio = 0;
  EXPECT_EQ(After(Unavailable().WithPushback(absl::Milliseconds(100))).delay,
            absl::Milliseconds(100));
  EXPECT_EQ(After(Unavailable().WithPushback(absl::Milliseconds(50))).delay,
            absl::Milliseconds(70));
}

TEST_F(CustomBackoffTest, WaitLeavesHalfOfTheTimeUntilTheDeadline) {
  backoff_.wait = absl::Hours(1);
  const Decision decision = After(Unavailable());
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(decision.delay, absl::Seconds(5));
}

TEST_F(CustomBackoffTest, WaitLeavesTheMinimumTimeForAnAttempt) {
  backoff_.wait = absl::Hours(1);
  policy_.deadline.min_attempt_time = absl::Seconds(8);
  const Decision decision = After(Unavailable());
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(decision.delay, absl::Seconds(2) - absl::Nanoseconds(1));
}

TEST_F(CustomBackoffTest, WaitIsCutToMaxRetryTime) {
  backoff_.wait = absl::Hours(1);
  policy_.retry.max_retry_time = absl::Seconds(3);
  clock_.Advance(absl::Seconds(1));
  const Decision decision = After(Unavailable());
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(decision.delay, absl::Seconds(2) - absl::Nanoseconds(1));
}

TEST_F(CustomBackoffTest, WaitIsCutToTheTimeOfItsClass) {
  backoff_.wait = absl::Hours(1);
  const Decision decision = After(ServerSays(absl::StatusCode::kAborted));
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(decision.delay, absl::Seconds(2));
}

TEST_F(CustomBackoffTest, ComputedWaitThatDoesNotFitStillEndsTheCall) {
  backoff_.wait = absl::Hours(1);
  clock_.Advance(absl::Seconds(10) - absl::Milliseconds(10));
  const Decision decision = After(Unavailable());
  EXPECT_EQ(decision.reason, StopReason::kNotEnoughTime);
  EXPECT_EQ(decision.delay, absl::Microseconds(12'500));
}

TEST_F(CustomBackoffTest, ShorterWaitCanSaveACallWithLittleTime) {
  backoff_.wait = absl::Milliseconds(1);
  clock_.Advance(absl::Seconds(10) - absl::Milliseconds(10));
  EXPECT_TRUE(After(Unavailable()).retry);
}

TEST_F(CustomBackoffTest, CallWithoutADeadlineIsCutToMaxRetryTime) {
  call_.deadline = Deadline::None();
  backoff_.wait = absl::Hours(1);
  const Decision decision = After(Unavailable());
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(decision.delay, absl::Seconds(60) - absl::Nanoseconds(1));
}

TEST_F(CustomBackoffTest, WaitForAConnectionIsNotAsked) {
  call_.waits_for_connection = true;
  call_.grant.UndoAttempt(0);
  AttemptOutcome outcome = support::NeverConnected();
  outcome.never_sent = true;
  EXPECT_EQ(After(outcome).wait_cause, WaitCause::kConnection);
  EXPECT_TRUE(backoff_.asked().empty());
}

TEST_F(CustomBackoffTest, FinalFailureIsNotAsked) {
  EXPECT_FALSE(After(ServerSays(absl::StatusCode::kNotFound)).retry);
  EXPECT_TRUE(backoff_.asked().empty());
}

}  // namespace
}  // namespace baton::core
