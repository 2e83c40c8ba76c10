// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Holds the bars of retry breakers for independent failures, and the table of
// docs/failure-scenarios.md.

#include "gtest/gtest.h"
#include "tests/core/fairness/cells.h"
#include "tests/core/fairness/tables.h"
#include "tests/support/doc_block.h"

namespace baton::fairness {
namespace {

constexpr char kDocument[] = "docs/failure-scenarios.md";

// What three attempts reach if 30 % of them fail.
constexpr double kBestOfThree = 1 - 0.3 * 0.3 * 0.3;

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

TEST(FairnessDocTest, PageShowsTheIndependentFailuresTable) {
  EXPECT_EQ(DocBlock(kDocument, "independent failures"),
            IndependentFailuresTable());
}

}  // namespace
}  // namespace baton::fairness
