// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks the default configuration in three failure scenarios. The simulations
// use the real decisions of core: five layers, three attempts, a deadline of
// one second, the same traffic for every contender.

#include "tests/core/scenarios/scenarios.h"

#include "gtest/gtest.h"

namespace baton::scenarios {
namespace {

constexpr uint64_t kSeeds[] = {1, 2, 3, 4, 5};

double SecondHalf(const Experiment& experiment, const Result& result) {
  return result.LoadFactor(
      experiment.from + (experiment.to - experiment.from) / 2, experiment.to);
}

TEST(OutageTest, SustainedExtraLoadIsAtMostTwoPercentAtAnyRate) {
  for (double rate : {10.0, 70.0, 500.0}) {
    for (uint64_t seed : kSeeds) {
      const Experiment outage = Outage(rate, seed);
      const Result result = Simulate(outage, Contender::kBaton);
      EXPECT_LE(SecondHalf(outage, result), 1.02) << rate << "/s, " << seed;
    }
  }
}

TEST(OutageTest, NoSecondSeesMoreThanThreeCallsPerRequest) {
  const Experiment outage = Outage(500);
  const Result result = Simulate(outage, Contender::kBaton);
  for (absl::Duration second = outage.from; second < outage.to;
       second += absl::Seconds(1)) {
    EXPECT_LE(result.LoadFactor(second, second + absl::Seconds(1)), 3.0);
  }
}

TEST(OutageTest, PlainLoopsMultiply) {
  Experiment outage = Outage();
  outage.to = outage.from + absl::Seconds(10);
  const Result result = Simulate(outage, Contender::kPlainLoop);
  EXPECT_GT(SecondHalf(outage, result), 20);
}

TEST(OutageTest, SuccessReturnsWhenTheOutageEnds) {
  const Experiment outage = Outage();
  const Result result = Simulate(outage, Contender::kBaton);
  EXPECT_EQ(result.SuccessRatio(outage.to, outage.length), 1.0);
}

TEST(FlakyTest, SuccessIsWithinOnePointOfThreeAttempts) {
  double sum = 0;
  for (uint64_t seed : kSeeds) {
    const Experiment flaky = Flaky(70, seed);
    sum +=
        Simulate(flaky, Contender::kBaton).SuccessRatio(flaky.from, flaky.to);
  }
  EXPECT_GE(sum / std::size(kSeeds), kBestOfThree - 0.01);
}

TEST(FlakyTest, OnlyOneLayerRetries) {
  const Experiment flaky = Flaky(500);
  const Result result = Simulate(flaky, Contender::kBaton);
  // 1 + 0.3 + 0.09: what one layer of three attempts sends.
  EXPECT_NEAR(result.LoadFactor(flaky.from, flaky.to), 1.39, 0.02);
}

TEST(FlakyTest, ThrottleThatCountsFailuresStopsRetries) {
  const Experiment flaky = Flaky();
  const Result result = Simulate(flaky, Contender::kGrpcThrottle);
  EXPECT_LT(result.SuccessRatio(flaky.from, flaky.to), 0.80);
}

// The first success closes the retry breakers of each layer.
TEST(OutageThenFlakyTest, SuccessIsHighFromTheFirstSecond) {
  for (double outage : {4.0, 10.0, 60.0}) {
    double sum = 0;
    for (uint64_t seed : kSeeds) {
      const Experiment experiment =
          OutageThenFlaky(absl::Seconds(outage), 70, seed);
      const Result result = Simulate(experiment, Contender::kBaton);
      sum +=
          result.SuccessRatio(experiment.to, experiment.to + absl::Seconds(5));
    }
    EXPECT_GE(sum / std::size(kSeeds), 0.93) << "after " << outage << " s";
  }
}

TEST(OutageThenFlakyTest, SuccessRecoversTenSecondsAfterTheOutage) {
  for (double outage : {4.0, 10.0, 60.0}) {
    double sum = 0;
    for (uint64_t seed : kSeeds) {
      const Experiment experiment =
          OutageThenFlaky(absl::Seconds(outage), 70, seed);
      const Result result = Simulate(experiment, Contender::kBaton);
      sum += result.SuccessRatio(experiment.to + absl::Seconds(10),
                                 experiment.flaky_until);
    }
    EXPECT_GE(sum / std::size(kSeeds), kBestOfThree - 0.01)
        << "after " << outage << " s";
  }
}

// A quiet client sends few retries, and so needs longer to notice.
TEST(OutageThenFlakyTest, SuccessRecoversAtAnyRate) {
  double sum = 0;
  for (uint64_t seed : kSeeds) {
    Experiment experiment = OutageThenFlaky(absl::Minutes(1), 10, seed);
    experiment.flaky_until = experiment.length += absl::Minutes(4);
    const Result result = Simulate(experiment, Contender::kBaton);
    sum += result.SuccessRatio(experiment.to + absl::Seconds(30),
                               experiment.flaky_until);
  }
  EXPECT_GE(sum / std::size(kSeeds), kBestOfThree - 0.01);
}

class OverloadTest : public testing::TestWithParam<int> {
 protected:
  static Experiment WithQueue(int limit, uint64_t seed) {
    Experiment experiment = Overload(70, absl::Seconds(5), seed);
    experiment.store.queue_limit = limit;
    return experiment;
  }
};

TEST_P(OverloadTest, GoodputRecoversWithinASecond) {
  for (uint64_t seed : kSeeds) {
    const Experiment overload = WithQueue(GetParam(), seed);
    const Result result = Simulate(overload, Contender::kBaton);
    EXPECT_GE(GoodputASecondAfter(overload, result), 0.99) << seed;
  }
}

TEST_P(OverloadTest, PlainLoopsKeepTheStoreDown) {
  Experiment overload = WithQueue(GetParam(), 1);
  overload.length = overload.to + absl::Seconds(10);
  const Result result = Simulate(overload, Contender::kPlainLoop);
  EXPECT_LT(GoodputASecondAfter(overload, result), 0.5);
}

INSTANTIATE_TEST_SUITE_P(QueueLimit, OverloadTest,
                         testing::Values(30, 60, 100));

TEST(SimulateTest, SameExperimentGivesTheSameResult) {
  const Experiment flaky = Flaky();
  const Result first = Simulate(flaky, Contender::kBaton);
  const Result second = Simulate(flaky, Contender::kBaton);
  EXPECT_EQ(first.store_load, second.store_load);
}

}  // namespace
}  // namespace baton::scenarios
