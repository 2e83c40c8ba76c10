// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Holds the bars of retry breakers and accounts beside methods that fail, and
// the table of docs/failure-scenarios.md.

#include "gtest/gtest.h"
#include "tests/core/fairness/cells.h"
#include "tests/core/fairness/tables.h"
#include "tests/core/fairness/world.h"
#include "tests/support/doc_block.h"

namespace baton::fairness {
namespace {

constexpr char kDocument[] = "docs/failure-scenarios.md";

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

TEST(FairnessDocTest, PageShowsTheFailingMethodsTable) {
  EXPECT_EQ(DocBlock(kDocument, "failing methods"), FailingMethodsTable());
}

}  // namespace
}  // namespace baton::fairness
