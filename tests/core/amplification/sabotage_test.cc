// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that the check of the bound can fail. Each broken rule of the grant
// must be detected by the same trees that test the bound.

#include "tests/core/amplification/sabotage.h"

#include <iostream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/core/amplification/law_trial.h"

namespace baton::amplification {
namespace {

struct Broken {
  std::string rule;
  Sabotage sabotage;
};

class SabotageTest : public testing::TestWithParam<Broken> {};

TEST_P(SabotageTest, EachSabotageIsDetected) {
  World world;
  const AmplificationFindings findings = TryTrees(
      RandomTreeOptions(), GetParam().sabotage, /*seed=*/9, 20'000, world);
  std::cout << GetParam().rule << ": caught in " << findings.violations
            << " of " << findings.trees << " trees; smallest\n"
            << findings.smallest_violation;
  EXPECT_GT(findings.violations, 0);
}

INSTANTIATE_TEST_SUITE_P(
    EachRule, SabotageTest,
    testing::ValuesIn(std::vector<Broken>{
        {"ForwardedIsFree", Sabotage::kForwardedIsFree},
        {"SilenceIsUnused", Sabotage::kSilenceIsUnused},
        {"ReportsOwnRetriesOnly", Sabotage::kReportsOwnRetriesOnly},
        {"ReportForgetsRunningCalls", Sabotage::kReportForgetsRunningCalls},
        {"WaitsAreFree", Sabotage::kWaitsAreFree},
        {"RepeatedCopyReports", Sabotage::kRepeatedCopyReports},
        {"MalformedIsAbsent", Sabotage::kMalformedIsAbsent},
        {"ForwardsToStrangers", Sabotage::kForwardsToStrangers},
        {"NotIdempotentIsFree", Sabotage::kNotIdempotentIsFree},
        {"NoTimeIsFree", Sabotage::kNoTimeIsFree},
        {"ForwardsWholeGrantAgain", Sabotage::kForwardsWholeGrantAgain},
        {"RejectedIsUnused", Sabotage::kRejectedIsUnused},
        {"SwitchedOffForwards", Sabotage::kSwitchedOffForwards},
    }),
    [](const auto& broken) { return broken.param.rule; });

}  // namespace
}  // namespace baton::amplification
