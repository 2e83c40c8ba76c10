// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that second attempts beside late ones harm no call, and that they
// save calls from a server that hangs. The simulations use the real decisions
// of core, with the default policy.

#include <string>

#include "gtest/gtest.h"
#include "tests/core/late_attempts/cells.h"
#include "tests/core/late_attempts/comparison.h"
#include "tests/core/late_attempts/families.h"
#include "tests/core/late_attempts/simulated_client.h"

namespace baton::late_attempts {
namespace {

void ExpectNoHarm(const std::string& cell, const char* part,
                  const Comparison& result) {
  EXPECT_GE(result.Difference(), -result.StandardError())
      << cell << ", " << part << ": " << result.Success() << " % succeed, "
      << result.PlainSuccess() << " % without retries";
}

class FamilyTest : public testing::TestWithParam<Family> {};

TEST_P(FamilyTest, BatonServesAsManyCallsAsNoRetries) {
  for (const Cell& cell : GetParam().cells()) {
    const Comparisons result = Compare(cell, Strategy::kBaton);
    ASSERT_GT(result.failure.calls, 0) << cell.name;
    ExpectNoHarm(cell.name, "failure", result.failure);
    ExpectNoHarm(cell.name, "failure and afterwards", result.all);
    // The queues that a failure leaves behind differ by chance, and many calls
    // wait in the same queue. A few runs show no small differences here.
    EXPECT_GE(result.afterwards.Difference(), -1) << cell.name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, FamilyTest, testing::ValuesIn(Families()),
                         [](const testing::TestParamInfo<Family>& family) {
                           return std::string(family.param.name);
                         });

TEST(OneHangsTest, FourOfFiveCallsSucceedIfOneOfThreeServersHangs) {
  for (double rate : {10., 100., 1000.}) {
    const Comparison result =
        Compare(OneHangs(3, rate, 1), Strategy::kBaton).failure;
    EXPECT_NEAR(result.PlainSuccess(), 66.7, 0.2) << rate << "/s";
    EXPECT_GE(result.Success(), 80) << rate << "/s";
  }
}

TEST(SteadyTest, SlowMethodGetsNoSecondAttempts) {
  const Comparison result =
      Compare(Steady(0.7, 100, 0.02), Strategy::kBaton).all;
  EXPECT_EQ(result.attempts, result.calls);
}

TEST(KeptWorkTest, TargetThatKeepsCancelledWorkGetsNoSecondAttempts) {
  Cell cell = OnePauses(0.8, 15, absl::Seconds(1));
  const Comparison dropped = Compare(cell, Strategy::kBaton).all;
  EXPECT_GT(dropped.attempts, dropped.calls);
  cell.world.drops_cancelled_work = false;
  const Comparison kept = Compare(cell, Strategy::kBaton).all;
  EXPECT_EQ(kept.attempts, kept.calls);
}

// The following defects are planted. They show that the simulation can find
// harm.
TEST(PlantedDefectTest, SecondAttemptsWithoutOvertakingProlongStall) {
  const Cell cell = QuietClients(0.1, 0.9, absl::Milliseconds(500));
  const Comparisons defect = Compare(cell, Strategy::kIgnoresOvertaking);
  EXPECT_LT(defect.afterwards.Difference(), -10);
  const Comparisons baton = Compare(cell, Strategy::kBaton);
  EXPECT_EQ(baton.all.Difference(), 0);
}

TEST(PlantedDefectTest, SecondAttemptsOverloadServersThatKeepCancelledWork) {
  Cell cell = OnePauses(0.8, 15, absl::Seconds(1));
  cell.world.drops_cancelled_work = false;
  const Comparisons defect = Compare(cell, Strategy::kIgnoresKeptWork);
  EXPECT_LT(defect.afterwards.Difference(), -10);
  const Comparisons baton = Compare(cell, Strategy::kBaton);
  EXPECT_EQ(baton.all.Difference(), 0);
}

TEST(SimulateTest, SameWorldAndSeedGiveTheSameResults) {
  const Cell cell = OneHangs(3, 10, 1);
  const Comparison first = Compare(cell, Strategy::kBaton).all;
  const Comparison second = Compare(cell, Strategy::kBaton).all;
  EXPECT_EQ(first.successes, second.successes);
  EXPECT_EQ(first.attempts, second.attempts);
}

}  // namespace
}  // namespace baton::late_attempts
