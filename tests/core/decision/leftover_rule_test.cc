// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/leftover_rule.h"

#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/support/fake_uniform.h"

namespace baton::core {
namespace {

class LeftoverRuleTest : public ::testing::Test {
 protected:
  LeftoverRuleTest() {
    policy_.retry.max_attempts = 5;
    policy_.retry.backoff.initial = absl::Milliseconds(50);
    policy_.retry.backoff.max = absl::Seconds(10);
    progress_.grant.StartAttempt();
  }

  Decision After(int sent, int left) {
    const Decision decision =
        DecideRound(policy_, {sent, left}, {budget_, RetryBreakers()}, now_,
                    random_, progress_);
    if (decision.retry) progress_.grant.StartAttempt();
    return decision;
  }
  double Level() const { return budget_.Level(now_); }

  MonotonicTime now_;
  MethodPolicy policy_;
  support::FakeUniform random_{0.5};
  ProcessBudget budget_{ProcessBudgetOptions(), now_};
  CallProgress progress_{now_, Deadline(), CallGrant(4, Owner(), false)};
};

TEST_F(LeftoverRuleTest, BatchWithoutLeftoversIsDone) {
  const Decision decision = After(10, 0);
  EXPECT_FALSE(decision.retry);
  EXPECT_EQ(decision.reason, StopReason::kSucceeded);
}

TEST_F(LeftoverRuleTest, WaitGrowsWhileThereIsNoProgress) {
  EXPECT_EQ(After(10, 10).delay, absl::Milliseconds(25));
  EXPECT_EQ(After(10, 10).delay, absl::Milliseconds(50));
  EXPECT_EQ(After(10, 10).delay, absl::Milliseconds(100));
}

TEST_F(LeftoverRuleTest, ProgressResetsTheBackoff) {
  (void)After(10, 10);
  (void)After(10, 10);
  EXPECT_EQ(After(10, 9).delay, absl::Milliseconds(25));
}

TEST_F(LeftoverRuleTest, ProgressResetsNothingElse) {
  policy_.retry.max_attempts = 3;
  EXPECT_TRUE(After(10, 9).retry);
  EXPECT_TRUE(After(9, 8).retry);
  EXPECT_EQ(After(8, 7).reason, StopReason::kAttemptsExhausted);
  policy_.retry.max_attempts = 5;
  EXPECT_TRUE(After(8, 7).retry);
  EXPECT_TRUE(After(7, 6).retry);
  EXPECT_EQ(After(6, 5).reason, StopReason::kGrantExhausted);
}

TEST_F(LeftoverRuleTest, RoundsEndWithTheTime) {
  now_ = now_ + policy_.retry.max_retry_time;
  EXPECT_EQ(After(10, 5).reason, StopReason::kNotEnoughTime);
}

TEST_F(LeftoverRuleTest, RoundWithoutProgressCostsAsMuchAsAfterThrottling) {
  const double full = Level();
  (void)After(10, 5);
  EXPECT_EQ(Level(), full - ProcessBudgetOptions().transient_cost);
  (void)After(5, 5);
  EXPECT_EQ(Level(), full - ProcessBudgetOptions().transient_cost -
                         ProcessBudgetOptions().throttled_cost);
}

}  // namespace
}  // namespace baton::core
