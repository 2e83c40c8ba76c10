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

DeadlineRefusalOptions Enforcing(double max_share = 1) {
  DeadlineRefusalOptions options;
  options.mode = Mode::kEnforce;
  options.max_share = max_share;
  return options;
}

TEST(DeadlineRefusalTest, OnlyRequestsWithTooLittleTimeAreRejected) {
  struct Row {
    absl::Duration hopeless;
    absl::Duration remaining;
    RequestRefusal refusal;
  };
  constexpr absl::Duration kZero = absl::ZeroDuration();
  const absl::Duration ms = absl::Milliseconds(1);
  const Row rows[] = {
      {kZero, absl::InfiniteDuration(), RequestRefusal::kNone},
      {kZero, absl::Nanoseconds(1), RequestRefusal::kNone},
      {kZero, kZero, RequestRefusal::kExpired},
      {kZero, -ms, RequestRefusal::kExpired},
      {kZero, -absl::InfiniteDuration(), RequestRefusal::kExpired},
      {10 * ms, absl::InfiniteDuration(), RequestRefusal::kNone},
      {10 * ms, 11 * ms, RequestRefusal::kNone},
      {10 * ms, 10 * ms, RequestRefusal::kHopeless},
      {10 * ms, kZero, RequestRefusal::kExpired},
  };
  const support::FakeClock clock;
  for (const Row& row : rows) {
    DeadlineRefusalOptions options = Enforcing();
    options.hopeless = row.hopeless;
    DeadlineRefusal refusal(options);
    const DeadlineRefusal::Verdict verdict =
        refusal.OnRequest(row.remaining, clock.Now());
    EXPECT_EQ(verdict.refusal, row.refusal) << row.remaining;
    EXPECT_FALSE(verdict.only_observed) << row.remaining;
  }
}

TEST(DeadlineRefusalTest, DefaultOnlyCountsExpiredRequests) {
  const support::FakeClock clock;
  DeadlineRefusal refusal{DeadlineRefusalOptions()};
  const DeadlineRefusal::Verdict verdict =
      refusal.OnRequest(absl::ZeroDuration(), clock.Now());
  EXPECT_EQ(verdict.refusal, RequestRefusal::kExpired);
  EXPECT_TRUE(verdict.only_observed);
}

// Returns how many of `requests` expired requests are rejected.
int RefusedOf(int requests, DeadlineRefusal& refusal, MonotonicTime now) {
  int refused = 0;
  for (int i = 0; i < requests; ++i) {
    if (!refusal.OnRequest(absl::ZeroDuration(), now).only_observed) ++refused;
  }
  return refused;
}

TEST(DeadlineRefusalTest, MaxRatioLimitsRejectionsIfAllHaveExpired) {
  const support::FakeClock clock;
  for (const double share : {0.01, 0.2, 0.5, 1.0}) {
    DeadlineRefusal refusal(Enforcing(share));
    EXPECT_EQ(RefusedOf(1000, refusal, clock.Now()),
              static_cast<int>(1000 * share));
  }
}

TEST(DeadlineRefusalTest, RejectionNeedsEnoughRequests) {
  const support::FakeClock clock;
  DeadlineRefusal refusal(Enforcing(0.2));
  EXPECT_EQ(RefusedOf(4, refusal, clock.Now()), 0);
  EXPECT_EQ(RefusedOf(1, refusal, clock.Now()), 1);
}

TEST(DeadlineRefusalTest, RequestsWithTimeAllowMoreRejections) {
  const support::FakeClock clock;
  DeadlineRefusal refusal(Enforcing(0.2));
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(refusal.OnRequest(absl::Seconds(1), clock.Now()).refusal,
              RequestRefusal::kNone);
  }
  EXPECT_EQ(RefusedOf(10, refusal, clock.Now()), 10);
}

TEST(DeadlineRefusalTest, OldRequestsLeaveTheWindow) {
  support::FakeClock clock;
  DeadlineRefusal refusal(Enforcing(0.2));
  EXPECT_EQ(RefusedOf(10, refusal, clock.Now()), 2);
  clock.Advance(defaults::kExpiredRefusalWindow);
  EXPECT_EQ(RefusedOf(10, refusal, clock.Now()), 2);
}

}  // namespace
}  // namespace baton::core
