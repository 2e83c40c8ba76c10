// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that docs/failure-scenarios.md shows the tables of the code.

#include "gtest/gtest.h"
#include "tests/core/late_attempts/tables.h"
#include "tests/support/doc_block.h"

namespace baton::late_attempts {
namespace {

constexpr char kDocument[] = "docs/failure-scenarios.md";

TEST(LateAttemptsDocTest, PageShowsTheSlowTable) {
  EXPECT_EQ(DocBlock(kDocument, "slow"), SlowTable());
}

TEST(LateAttemptsDocTest, PageShowsTheStallTable) {
  EXPECT_EQ(DocBlock(kDocument, "stall"), StallTable());
}

TEST(LateAttemptsDocTest, PageShowsTheQuietClientsTable) {
  EXPECT_EQ(DocBlock(kDocument, "quiet clients"), QuietClientsTable());
}

TEST(LateAttemptsDocTest, PageShowsTheOneHangsTable) {
  EXPECT_EQ(DocBlock(kDocument, "one hangs"), OneHangsTable());
}

}  // namespace
}  // namespace baton::late_attempts
