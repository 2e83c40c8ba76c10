// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/retry_ratio_limiter.h"

#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"

namespace baton::core {
namespace {

class RetryRatioLimiterTest : public ::testing::Test {
 protected:
  void Requests(int count, bool is_retry) {
    for (int i = 0; i < count; ++i)
      gate_.OnRequest(options_, is_retry, clock_.Now());
  }
  void RetriesEnd(int count, bool succeeded) {
    for (int i = 0; i < count; ++i) {
      gate_.OnRetryResponse(options_, succeeded, clock_.Now());
    }
  }
  bool TooMany() const { return gate_.TooManyRetries(options_, clock_.Now()); }

  support::FakeClock clock_;
  RetryRatioLimitOptions options_ = {0.1, absl::Seconds(25), 10};
  RetryRatioLimiter gate_;
};

TEST_F(RetryRatioLimiterTest, LimitIgnoresTooFewRequests) {
  RetriesEnd(10, false);
  Requests(9, true);
  EXPECT_FALSE(TooMany());
  Requests(1, true);
  EXPECT_TRUE(TooMany());
}

TEST_F(RetryRatioLimiterTest, LimitAppliesOnlyAboveTheRatio) {
  RetriesEnd(10, false);
  Requests(20, false);
  Requests(1, true);  // the next request is the second retry for 20
  EXPECT_FALSE(TooMany());
  Requests(1, true);  // the third retry
  EXPECT_TRUE(TooMany());
  Requests(10, false);  // the third retry for 30
  EXPECT_FALSE(TooMany());
}

// Each request fails, and is retried if the limit allows it.
TEST_F(RetryRatioLimiterTest, ExtraLoadStaysWithinTheRatio) {
  RetriesEnd(10, false);
  constexpr int kRequests = 1000;
  int retries = 0;
  for (int i = 1; i <= kRequests; ++i) {
    Requests(1, false);
    if (TooMany()) continue;
    Requests(1, true);
    RetriesEnd(1, false);
    ++retries;
    if (i >= 100) {
      EXPECT_LE(retries, i / 10) << "of " << i;
    }
  }
  EXPECT_EQ(retries, kRequests / 10);
}

TEST_F(RetryRatioLimiterTest, LimitEndsAfterTheRetryStorm) {
  Requests(10, true);
  RetriesEnd(10, false);
  ASSERT_TRUE(TooMany());
  clock_.Advance(absl::Seconds(25));
  EXPECT_FALSE(TooMany());
}

TEST_F(RetryRatioLimiterTest, SuccessfulRetriesAreNotLimited) {
  Requests(100, true);
  RetriesEnd(20, true);
  RetriesEnd(29, false);  // fewer than ten more than the successful retries
  EXPECT_FALSE(TooMany());
  RetriesEnd(1, false);
  EXPECT_TRUE(TooMany());
  RetriesEnd(1, true);
  EXPECT_FALSE(TooMany());
}

TEST_F(RetryRatioLimiterTest, FewEarlyFailuresDoNotApplyTheLimit) {
  Requests(10, false);
  Requests(9, true);
  RetriesEnd(9, false);
  EXPECT_FALSE(TooMany());
  Requests(1, true);
  RetriesEnd(1, false);
  EXPECT_TRUE(TooMany());
}

TEST_F(RetryRatioLimiterTest, RecentSuccessfulRetriesEndTheLimit) {
  Requests(1000, true);
  RetriesEnd(1000, false);
  clock_.Advance(absl::Seconds(5));  // two slices
  ASSERT_TRUE(TooMany());
  RetriesEnd(2, true);
  EXPECT_TRUE(TooMany());  // two results are too few
  RetriesEnd(1, false);
  EXPECT_FALSE(TooMany());
  RetriesEnd(2, false);  // 2 of 5
  EXPECT_TRUE(TooMany());
}

TEST_F(RetryRatioLimiterTest, ZeroSuccessRatioNeverLimits) {
  const RetryRatioLimitOptions options = {0.1, absl::Seconds(25), 10, 0};
  RetryRatioLimiter gate;
  for (int i = 0; i < 100; ++i) {
    gate.OnRequest(options, true, clock_.Now());
    gate.OnRetryResponse(options, false, clock_.Now());
  }
  EXPECT_FALSE(gate.TooManyRetries(options, clock_.Now()));
}

// In this scenario of docs/failure-scenarios.md every retry is useful.
TEST_F(RetryRatioLimiterTest, ThirtyPercentFailuresAreNotLimited) {
  Requests(1000, false);
  Requests(300 + 90, true);
  RetriesEnd(210 + 63, true);
  RetriesEnd(90 + 27, false);
  EXPECT_FALSE(TooMany());
}

TEST_F(RetryRatioLimiterTest, RatioOfOneNeverLimits) {
  const RetryRatioLimitOptions options = {1, absl::Seconds(25), 10};
  RetryRatioLimiter gate;
  for (int i = 0; i < 100; ++i) {
    gate.OnRequest(options, true, clock_.Now());
    gate.OnRetryResponse(options, false, clock_.Now());
  }
  EXPECT_FALSE(gate.TooManyRetries(options, clock_.Now()));
}

// As after a reload of the policy.
TEST_F(RetryRatioLimiterTest, ChangedOptionsApplyAtOnce) {
  Requests(10, true);
  RetriesEnd(10, false);
  ASSERT_TRUE(TooMany());
  options_.max_ratio = 1;
  EXPECT_FALSE(TooMany());
  options_.max_ratio = 0.1;
  EXPECT_TRUE(TooMany());
  options_.window = absl::Seconds(60);
  EXPECT_FALSE(TooMany()) << "the counts begin again";
  Requests(10, true);
  RetriesEnd(10, false);
  EXPECT_TRUE(TooMany());
}

}  // namespace
}  // namespace baton::core
