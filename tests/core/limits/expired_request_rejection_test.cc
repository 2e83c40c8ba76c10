// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/expired_request_rejection.h"

#include "absl/time/time.h"
#include "baton/policy/method_policy.h"
#include "baton/request_report.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"

namespace baton::core {
namespace {

ExpiredRequestOptions Enforcing(double max_rejected_ratio = 1) {
  ExpiredRequestOptions options;
  options.mode = Mode::kEnforce;
  options.max_rejected_ratio = max_rejected_ratio;
  return options;
}

TEST(ExpiredRequestRejectionTest, OnlyRequestsWithTooLittleTimeAreRejected) {
  struct Row {
    absl::Duration min_remaining;
    absl::Duration remaining;
    RequestRejection rejection;
  };
  constexpr absl::Duration kZero = absl::ZeroDuration();
  const absl::Duration ms = absl::Milliseconds(1);
  const Row rows[] = {
      {kZero, absl::InfiniteDuration(), RequestRejection::kNone},
      {kZero, absl::Nanoseconds(1), RequestRejection::kNone},
      {kZero, kZero, RequestRejection::kExpired},
      {kZero, -ms, RequestRejection::kExpired},
      {kZero, -absl::InfiniteDuration(), RequestRejection::kExpired},
      {10 * ms, absl::InfiniteDuration(), RequestRejection::kNone},
      {10 * ms, 11 * ms, RequestRejection::kNone},
      {10 * ms, 10 * ms, RequestRejection::kTooLittleTime},
      {10 * ms, kZero, RequestRejection::kExpired},
  };
  const support::FakeClock clock;
  for (const Row& row : rows) {
    ExpiredRequestOptions options = Enforcing();
    options.min_remaining = row.min_remaining;
    ExpiredRequestRejection rejection;
    const ExpiredRequestRejection::Verdict verdict =
        rejection.OnRequest(options, row.remaining, clock.Now());
    EXPECT_EQ(verdict.rejection, row.rejection) << row.remaining;
    EXPECT_FALSE(verdict.only_observed) << row.remaining;
  }
}

TEST(ExpiredRequestRejectionTest, DefaultOnlyCountsExpiredRequests) {
  const support::FakeClock clock;
  ExpiredRequestRejection rejection;
  const ExpiredRequestRejection::Verdict verdict = rejection.OnRequest(
      ExpiredRequestOptions(), absl::ZeroDuration(), clock.Now());
  EXPECT_EQ(verdict.rejection, RequestRejection::kExpired);
  EXPECT_TRUE(verdict.only_observed);
}

// Returns how many of `requests` expired requests are rejected.
int RejectedOf(int requests, const ExpiredRequestOptions& options,
               ExpiredRequestRejection& rejection, MonotonicTime now) {
  int rejected = 0;
  for (int i = 0; i < requests; ++i) {
    if (!rejection.OnRequest(options, absl::ZeroDuration(), now)
             .only_observed) {
      ++rejected;
    }
  }
  return rejected;
}

TEST(ExpiredRequestRejectionTest, MaxRatioLimitsRejectionsIfAllHaveExpired) {
  const support::FakeClock clock;
  for (const double share : {0.01, 0.2, 0.5, 1.0}) {
    const ExpiredRequestOptions options = Enforcing(share);
    ExpiredRequestRejection rejection;
    EXPECT_EQ(RejectedOf(1000, options, rejection, clock.Now()),
              static_cast<int>(1000 * share));
  }
}

TEST(ExpiredRequestRejectionTest, RejectionNeedsEnoughRequests) {
  const support::FakeClock clock;
  const ExpiredRequestOptions options = Enforcing(0.2);
  ExpiredRequestRejection rejection;
  EXPECT_EQ(RejectedOf(4, options, rejection, clock.Now()), 0);
  EXPECT_EQ(RejectedOf(1, options, rejection, clock.Now()), 1);
}

TEST(ExpiredRequestRejectionTest, RequestsWithTimeAllowMoreRejections) {
  const support::FakeClock clock;
  const ExpiredRequestOptions options = Enforcing(0.2);
  ExpiredRequestRejection rejection;
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(
        rejection.OnRequest(options, absl::Seconds(1), clock.Now()).rejection,
        RequestRejection::kNone);
  }
  EXPECT_EQ(RejectedOf(10, options, rejection, clock.Now()), 10);
}

TEST(ExpiredRequestRejectionTest, OldRequestsLeaveTheWindow) {
  support::FakeClock clock;
  const ExpiredRequestOptions options = Enforcing(0.2);
  ExpiredRequestRejection rejection;
  EXPECT_EQ(RejectedOf(10, options, rejection, clock.Now()), 2);
  clock.Advance(defaults::kExpiredRequestWindow);
  EXPECT_EQ(RejectedOf(10, options, rejection, clock.Now()), 2);
}

}  // namespace
}  // namespace baton::core
