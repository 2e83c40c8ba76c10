// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that docs/failure-scenarios.md shows the tables of the code.

#include "gtest/gtest.h"
#include "tests/core/scenarios/scenarios.h"
#include "tests/support/doc_block.h"

namespace baton::scenarios {
namespace {

constexpr char kDocument[] = "docs/failure-scenarios.md";

TEST(ScenariosDocTest, PageShowsTheScenarioTable) {
  EXPECT_EQ(DocBlock(kDocument, "scenarios"), ScenarioTable());
}

TEST(ScenariosDocTest, PageShowsTheSensitivityTable) {
  EXPECT_EQ(DocBlock(kDocument, "sensitivity"), SensitivityTable());
}

TEST(ScenariosDocTest, PageShowsTheChangeTable) {
  EXPECT_EQ(DocBlock(kDocument, "change"), ChangeTable());
}

}  // namespace
}  // namespace baton::scenarios
