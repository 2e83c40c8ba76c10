// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Holds the bars of retry breakers in an outage of the whole target, and the
// table of docs/failure-scenarios.md.

#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/core/fairness/cells.h"
#include "tests/core/fairness/tables.h"
#include "tests/core/fairness/world.h"
#include "tests/support/doc_block.h"

namespace baton::fairness {
namespace {

constexpr char kDocument[] = "docs/failure-scenarios.md";

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
    EXPECT_LE(result.second_half_load, is_tiny ? 1.06 : 1.02)
        << result.outage.methods << " methods, " << result.outage.rate << "/s";
    if (result.outage.rate < 70) continue;
    EXPECT_LE(result.load, 1.05);
  }
}

TEST(WholeOutageTest, BudgetAloneAllowsManyMoreAttempts) {
  const Outage outage = {absl::Seconds(3), absl::Milliseconds(5), 1, 70};
  EXPECT_GT(Measure(outage, Limits::kWithoutBreakers).extra_attempts, 100);
}

TEST(FairnessDocTest, PageShowsTheWholeOutageTable) {
  EXPECT_EQ(DocBlock(kDocument, "whole outage"), WholeOutageTable());
}

}  // namespace
}  // namespace baton::fairness
