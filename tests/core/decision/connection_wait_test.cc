// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/connection_wait.h"

#include <optional>

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/core/decision/retry_decider.h"
#include "baton/status_classifier.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_uniform.h"
#include "tests/support/outcomes.h"
#include "tests/support/policies.h"
#include "tests/support/target.h"

namespace baton::core {
namespace {

using support::MethodPolicyBuilder;
using support::NeverConnected;
using support::Unavailable;

AttemptOutcome NeverSent() {
  AttemptOutcome outcome = NeverConnected();
  outcome.never_sent = true;
  return outcome;
}

struct WaitsRow {
  WaitForReady said;
  std::optional<bool> policy;
  bool waits;
};

TEST(WaitsForConnectionTest, SettingOfTheCallOverridesThePolicy) {
  constexpr WaitsRow kRows[] = {
      {WaitForReady::kUnspecified, std::nullopt, true},
      {WaitForReady::kUnspecified, true, true},
      {WaitForReady::kUnspecified, false, false},
      {WaitForReady::kNo, std::nullopt, false},
      {WaitForReady::kNo, true, false},
      {WaitForReady::kYes, std::nullopt, true},
      {WaitForReady::kYes, false, true},
  };
  for (const WaitsRow& row : kRows) {
    MethodPolicy policy;
    policy.wait_for_ready = row.policy;
    EXPECT_EQ(WaitsForConnection(policy, row.said), row.waits) << &row - kRows;
    policy.retry.max_connection_wait = absl::ZeroDuration();
    EXPECT_FALSE(WaitsForConnection(policy, row.said)) << &row - kRows;
  }
}

class ConnectionWaitTest : public ::testing::Test {
 protected:
  ConnectionWaitTest() {
    policy_.retry.max_connection_wait = absl::Seconds(2);
    policy_.retry.max_retry_time = absl::Seconds(60);
    policy_.deadline.min_attempt_time = absl::Milliseconds(5);
    progress_.waits_for_connection = true;
  }

  void SetTimeout(absl::Duration timeout) {
    progress_.deadline = Deadline::After(clock_.Now(), timeout);
  }

  // Starts an attempt that ends with this outcome after 1 ms.
  Decision Attempt(const AttemptOutcome& outcome) {
    const MonotonicTime started_at = clock_.Now();
    const int forwarded = progress_.grant.StartAttempt();
    clock_.Advance(absl::Milliseconds(1));
    if (outcome.never_sent) BookUnsent(forwarded, started_at, progress_);
    const StatusClassifier classifier(policy_.retry.classifier);
    return RetryDecider(policy_, classifier, target_.limits())
        .Decide(outcome, clock_.Now(), random_, progress_);
  }

  MethodPolicy policy_ = MethodPolicyBuilder().Idempotent();
  support::FakeClock clock_;
  support::FakeUniform random_{0.5};
  support::Target target_{clock_.Now()};
  CallProgress progress_{clock_.Now(), Deadline::None(),
                         CallGrant(2, Owner(), true)};
};

TEST_F(ConnectionWaitTest, WaitForAConnectionIsFree) {
  target_.EmptyBudget(clock_.Now());
  target_.OpenRetryBreaker(clock_.Now());
  const MonotonicTime began_at = clock_.Now();
  const Decision decision = Attempt(NeverSent());
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(decision.wait_cause, WaitCause::kConnection);
  EXPECT_EQ(decision.delay, absl::Microseconds(12'500));
  EXPECT_EQ(decision.connect_by, began_at + absl::Seconds(2));
  EXPECT_FALSE(decision.paid);
  EXPECT_EQ(progress_.spending.total, 0);
  EXPECT_EQ(progress_.grant.used(), 0);
}

// Otherwise it would fail just before an attempt that connects.
TEST_F(ConnectionWaitTest, CallAlsoWaitsForTheNextOfFrequentAttempts) {
  progress_.reconnects_soon = true;
  const MonotonicTime began_at = clock_.Now();
  EXPECT_EQ(Attempt(NeverSent()).connect_by,
            began_at + absl::Milliseconds(2200));
  SetTimeout(absl::Milliseconds(2100));
  EXPECT_EQ(Attempt(NeverSent()).connect_by,
            began_at + absl::Milliseconds(2096));
}

TEST_F(ConnectionWaitTest, CallThatStartsAfterTheWaitOfTheOutageFailsAtOnce) {
  progress_.reconnects_soon = true;
  progress_.unconnected_since = clock_.Now() - absl::Seconds(2);
  const Decision decision = Attempt(NeverSent());
  EXPECT_FALSE(decision.retry);
  EXPECT_EQ(decision.reason, StopReason::kNoConnection);
}

TEST_F(ConnectionWaitTest, UnsentRetryKeepsThePermissionOfTheBreakers) {
  EXPECT_TRUE(Attempt(Unavailable()).retry);
  target_.OpenRetryBreaker(clock_.Now());
  const Decision decision = Attempt(NeverSent());
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(decision.wait_cause, WaitCause::kConnection);
  EXPECT_EQ(Attempt(Unavailable()).reason, StopReason::kRetryBreakerOpen);
}

TEST_F(ConnectionWaitTest, UnsentRetryHasNoPermissionForAnotherChannel) {
  EXPECT_TRUE(Attempt(Unavailable()).retry);
  target_.OpenRetryBreaker(clock_.Now());
  progress_.skips_connection_wait = true;
  EXPECT_EQ(Attempt(NeverSent()).reason, StopReason::kRetryBreakerOpen);
}

TEST_F(ConnectionWaitTest, FallbackAttemptWaitsOnlyForTheBackoff) {
  progress_.skips_connection_wait = true;
  const Decision decision = Attempt(NeverSent());
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(decision.wait_cause, WaitCause::kBackoff);
  EXPECT_FALSE(decision.paid);
  progress_.skips_connection_wait = false;
  EXPECT_EQ(Attempt(NeverSent()).wait_cause, WaitCause::kConnection);
  EXPECT_EQ(progress_.grant.used(), 0);
}

TEST_F(ConnectionWaitTest, NonIdempotentCallWaitsForAConnection) {
  policy_.idempotency = Idempotency::kNotIdempotent;
  EXPECT_TRUE(Attempt(NeverSent()).retry);
}

// The state of the channel may change any number of times. Only time ends the
// wait.
TEST_F(ConnectionWaitTest, MaxAttemptsDoesNotLimitTheWait) {
  Decision decision;
  int attempts = 0;
  do {
    ASSERT_LT(++attempts, 100);
    decision = Attempt(NeverSent());
    clock_.Advance(decision.delay);
  } while (decision.retry);
  // Intervals of 12.5, 25, 50, 100 and then 125 ms.
  EXPECT_EQ(attempts, 19);
  EXPECT_EQ(decision.reason, StopReason::kNoConnection);
  EXPECT_FALSE(decision.outcome_unknown);
  EXPECT_EQ(progress_.grant.used(), 0);
}

TEST_F(ConnectionWaitTest, FailFastCallIsLimitedByMaxAttempts) {
  progress_.waits_for_connection = false;
  for (int i = 0; i < 2; ++i) {
    const Decision decision = Attempt(NeverSent());
    EXPECT_TRUE(decision.retry);
    EXPECT_EQ(decision.wait_cause, WaitCause::kBackoff);
  }
  EXPECT_EQ(Attempt(NeverSent()).reason, StopReason::kAttemptsExhausted);
  EXPECT_EQ(progress_.grant.used(), 0);
}

// An attempt after the wait is a retry like any other.
TEST_F(ConnectionWaitTest, WaitAfterASentAttemptIsCharged) {
  EXPECT_TRUE(Attempt(Unavailable()).paid);
  const Decision decision = Attempt(NeverSent());
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(decision.wait_cause, WaitCause::kConnection);
  EXPECT_TRUE(decision.paid);
  EXPECT_EQ(progress_.grant.used(), 1);
}

TEST_F(ConnectionWaitTest, UnknownOutcomeOfAnEarlierAttemptStays) {
  Attempt(support::Broken());
  Attempt(NeverSent());
  EXPECT_TRUE(StopConnectionWait(policy_, progress_).outcome_unknown);
  policy_.idempotency = Idempotency::kNoSideEffects;
  EXPECT_FALSE(StopConnectionWait(policy_, progress_).outcome_unknown);
}

TEST_F(ConnectionWaitTest, WaitLeavesTimeForAnAttempt) {
  SetTimeout(absl::Seconds(1));
  const Decision decision = Attempt(NeverSent());
  EXPECT_EQ(decision.connect_by,
            progress_.deadline.time() - absl::Milliseconds(5));
  EXPECT_EQ(StopConnectionWait(policy_, progress_).reason,
            StopReason::kNotEnoughTime);
  SetTimeout(absl::Seconds(3));
  EXPECT_EQ(StopConnectionWait(policy_, progress_).reason,
            StopReason::kNoConnection);
}

TEST_F(ConnectionWaitTest, WaitEndsAtMaxRetryTime) {
  policy_.retry.max_retry_time = absl::Milliseconds(500);
  const MonotonicTime began_at = clock_.Now();
  EXPECT_EQ(Attempt(NeverSent()).connect_by,
            began_at + absl::Milliseconds(500));
  EXPECT_EQ(StopConnectionWait(policy_, progress_).reason,
            StopReason::kNotEnoughTime);
}

// The wait for a connection began with the attempt.
TEST_F(ConnectionWaitTest, WaitCountsFromTheStartOfTheAttempt) {
  BookUnsent(progress_.grant.StartAttempt(), clock_.Now(), progress_);
  clock_.Advance(absl::Seconds(2));
  EXPECT_EQ(Attempt(NeverSent()).reason, StopReason::kNoConnection);
}

}  // namespace
}  // namespace baton::core
