// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Holds the bars of retry breakers and accounts, and the tables of
// docs/failure-scenarios.md.

#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/core/fairness/cells.h"
#include "tests/core/fairness/tables.h"
#include "tests/core/fairness/world.h"
#include "tests/support/doc_block.h"

namespace baton::fairness {
namespace {

constexpr char kDocument[] = "docs/failure-scenarios.md";

// What three attempts reach if 30 % of them fail.
constexpr double kBestOfThree = 1 - 0.3 * 0.3 * 0.3;

TEST(FailingMethodsTest, OtherMethodsGetTheirRetries) {
  for (const FailingMethods& failing : kFailingMethods) {
    for (const int healthy : {1, 10, 200}) {
      EXPECT_GE(WorstGranted(failing, healthy), failing.bar)
          << failing.name << ", " << healthy;
    }
  }
}

TEST(FailingMethodsTest, SharedTokensAloneAreNotFair) {
  EXPECT_LT(WorstGranted(kFailingMethods[4], 10, Limits::kWithoutAccounts),
            0.5);
}

TEST(WholeOutageTest, ExtraAttemptsOfEachRunAreBounded) {
  for (const OutageResult& result : OutageResults()) {
    EXPECT_LE(result.max_extra_attempts, MaxExtraAttempts(result.outage))
        << result.outage.methods << " methods, " << result.outage.rate << "/s, "
        << result.outage.failure_takes;
  }
}

TEST(WholeOutageTest, LoadIsAlmostThatOfFirstAttemptsIfCallsFailAtOnce) {
  for (const OutageResult& result : OutageResults()) {
    if (result.outage.failure_takes > absl::Milliseconds(5)) continue;
    // With 5 calls/s, an outage of 3 s has 15 calls. In some runs, the breakers
    // have seen too few failures in its first half.
    const bool is_tiny =
        result.outage.rate < 20 && result.outage.length < absl::Seconds(60);
    EXPECT_LE(result.second_half_load, is_tiny ? 1.05 : 1.02)
        << result.outage.methods << " methods, " << result.outage.rate << "/s";
    if (result.outage.rate < 70) continue;
    EXPECT_LE(result.load, 1.05);
  }
}

TEST(WholeOutageTest, BudgetAloneAllowsManyMoreAttempts) {
  const Outage outage = {absl::Seconds(3), absl::Milliseconds(5), 1, 70};
  EXPECT_GT(Measure(outage, Limits::kWithoutBreakers).extra_attempts, 100);
}

TEST(IndependentFailuresTest, SuccessIsWithinOnePointOfThreeAttempts) {
  for (const IndependentResult& result : IndependentResults()) {
    EXPECT_GE(result.later, kBestOfThree - 0.01)
        << result.methods << " methods, " << result.rate << "/s";
  }
}

TEST(IndependentFailuresTest, SuccessIsHighFromTheFirstSeconds) {
  for (const IndependentResult& result : IndependentResults()) {
    EXPECT_GE(result.first_5_s, 0.93)
        << result.methods << " methods, " << result.rate << "/s";
  }
}

TEST(FairnessDocTest, PageShowsTheFailingMethodsTable) {
  EXPECT_EQ(DocBlock(kDocument, "failing methods"), FailingMethodsTable());
}

TEST(FairnessDocTest, PageShowsTheWholeOutageTable) {
  EXPECT_EQ(DocBlock(kDocument, "whole outage"), WholeOutageTable());
}

TEST(FairnessDocTest, PageShowsTheIndependentFailuresTable) {
  EXPECT_EQ(DocBlock(kDocument, "independent failures"),
            IndependentFailuresTable());
}

}  // namespace
}  // namespace baton::fairness
