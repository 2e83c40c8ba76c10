// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/defaults.h"

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/core/policy/backoff.h"
#include "baton/policy/class_retry_options.h"
#include "baton/policy/status_code_set.h"
#include "baton/retry_budget_header.h"
#include "gtest/gtest.h"

// Checks that the defaults fit together. The values themselves are not checked.
namespace baton::defaults {
namespace {

TEST(DefaultsTest, GrantMatchesTheAttempts) {
  EXPECT_EQ(kEdgeGrant, kMaxAttempts - 1);
  EXPECT_EQ(kEdgeGrantLimit, kMaxAttemptsLimit - 1);
  EXPECT_LE(kMaxAttempts, kMaxAttemptsLimit);
}

TEST(DefaultsTest, EveryGrantFitsTheHeader) {
  EXPECT_LE(kEdgeGrantLimit, kMaxGrant);
  // The header of the last attempt counts the attempts before it.
  EXPECT_LE(kMaxAttemptsLimit - 1, kMaxWireAttempts);
  EXPECT_LE(kPartnerGrantLimit, kMaxGrant);
}

TEST(DefaultsTest, OnlyUnavailableIsRetried) {
  EXPECT_TRUE(kRetryableCodes ==
              StatusCodeSet({absl::StatusCode::kUnavailable}));
}

TEST(DefaultsTest, AllWaitsOfACallFitItsDefaultDeadline) {
  absl::Duration longest;
  for (int retry = 1; retry < kMaxAttemptsLimit; ++retry) {
    longest += core::BackoffCeiling(BackoffOptions(), retry);
  }
  EXPECT_LT(longest, kDefaultDeadline / 10);
}

TEST(DefaultsTest, BackoffRisesAndIsLongerWhenThrottled) {
  EXPECT_LT(kBackoffInitial, kBackoffMax);
  EXPECT_LT(kThrottledBackoffInitial, kThrottledBackoffMax);
  EXPECT_GT(kThrottledBackoffInitial, kBackoffMax);
  EXPECT_GE(kBackoffMultiplier, 1);
  EXPECT_GE(kThrottledBackoffMultiplier, 1);
}

TEST(DefaultsTest, ContentionHasShorterWaitsThatAllFitItsTime) {
  EXPECT_LT(kContentionBackoffInitial, kBackoffInitial);
  absl::Duration longest;
  for (int retry = 1; retry < kMaxAttemptsLimit; ++retry) {
    longest +=
        core::BackoffCeiling(ClassRetryOptions::Contention().backoff, retry);
  }
  EXPECT_LT(longest, kContentionMaxTime);
}

TEST(DefaultsTest, RequestedWaitsEndWithinMaxRetryTime) {
  EXPECT_LE(kMaxPushback * (1 + kPushbackJitterRatio), kMaxRetryTime);
  EXPECT_LE(kThrottledBackoffMax, kMaxRetryTime);
}

TEST(DefaultsTest, OutageGetsAtMostOneRetryInTenCalls) {
  EXPECT_EQ(kBudgetDeposit / kBudgetTransientCost, 0.1);
  EXPECT_GE(kBudgetTimeoutCost, kBudgetTransientCost);
  EXPECT_GE(kBudgetThrottledCost, kBudgetTransientCost);
}

TEST(DefaultsTest, RefillLimitPaysForTheMostExpensiveRetry) {
  EXPECT_LE(kBudgetRefillLimit, kBudgetCapacity);
  EXPECT_GE(kBudgetRefillLimit, kBudgetTimeoutCost);
  EXPECT_GE(kBudgetRefillLimit, kBudgetThrottledCost);
}

TEST(DefaultsTest, FullBudgetLetsOneCallMakeAllItsRetries) {
  EXPECT_GE(kBudgetCapacity * kBudgetMaxRatioPerCall,
            kEdgeGrant * kBudgetThrottledCost);
}

TEST(DefaultsTest, MinAttemptTimeIsAtLeastTheHopReserve) {
  EXPECT_LE(kHopReserve, kMinAttemptTime);
}

TEST(DefaultsTest, HedgingIsOff) { EXPECT_EQ(kHedgeAttempts, 1); }

TEST(DefaultsTest, OneCallCannotFillTheReplayBufferOfTheProcess) {
  EXPECT_LE(kReplayBytesPerCall, kReplayBytesPerProcess / 100);
}

}  // namespace
}  // namespace baton::defaults
