// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/fairness/cells.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "tests/core/fairness/simulation.h"

namespace baton::fairness {
namespace {

constexpr absl::Duration kHealthyTime = absl::Seconds(30);
constexpr int kOutageRuns = 5;
constexpr int kIndependentRuns = 200;

double Granted(const FailingMethods& failing, double failing_rate, int healthy,
               double healthy_rate, Limits limits) {
  World world;
  world.methods = healthy;
  world.calls_per_second = healthy_rate;
  world.ratio_before = 0.01;
  world.failing_methods = failing.methods;
  world.failing_calls_per_second = failing_rate;
  world.fail_ratio = failing.fail_ratio;
  world.whole_calls_fail = failing.whole_calls;
  // Long enough for about 100 healthy retries.
  world.length = absl::Seconds(10'000 / healthy_rate);
  return Simulate(world, limits, 1).Granted();
}

void MeasureIndependent(IndependentResult& result) {
  World world;
  world.methods = result.methods;
  world.calls_per_second = result.rate;
  absl::Duration from = absl::ZeroDuration();
  if (result.before != Before::kNothing) from += kHealthyTime;
  world.outage_from = from;
  if (result.before == Before::kOutage) from += absl::Seconds(10);
  world.outage_to = from;
  world.ratio_after = 0.3;
  // With many calls, a quarter of the time gives the same means.
  world.length = from + absl::Seconds(result.rate > 100 ? 15 : 60);
  const absl::Duration middle = from + absl::Seconds(5);
  for (int seed = 1; seed <= kIndependentRuns; ++seed) {
    const Run run =
        Simulate(world, Limits::kBaton, static_cast<uint64_t>(seed));
    result.first_5_s += run.Success({from, middle}) / kIndependentRuns;
    result.later += run.Success({middle, world.length}) / kIndependentRuns;
  }
}

}  // namespace

double WorstGranted(const FailingMethods& failing, int healthy, Limits limits) {
  static auto& measured =
      *new std::map<std::tuple<std::string, int, Limits>, double>;
  const auto [cell, is_new] =
      measured.try_emplace({failing.name, healthy, limits}, 1);
  double& worst = cell->second;
  if (!is_new) return worst;
  for (const double healthy_rate : {10.0, 100.0}) {
    for (const double failing_rate : {0.1, 2.0, 10.0, 100.0, 1000.0}) {
      worst = std::min(
          worst, Granted(failing, failing_rate, healthy, healthy_rate, limits));
    }
  }
  return worst;
}

OutageResult Measure(const Outage& outage, Limits limits) {
  World world;
  world.methods = outage.methods;
  world.calls_per_second = outage.rate;
  world.failure_takes = outage.failure_takes;
  world.outage_from = kHealthyTime;
  world.outage_to = kHealthyTime + outage.length;
  world.length = world.outage_to + absl::Seconds(5);
  const Interval whole = {world.outage_from, world.outage_to};
  const Interval second = {world.outage_from + outage.length / 2,
                           world.outage_to};
  OutageResult mean;
  mean.outage = outage;
  for (int seed = 1; seed <= kOutageRuns; ++seed) {
    const Run run = Simulate(world, limits, static_cast<uint64_t>(seed));
    mean.extra_attempts += run.ExtraAttempts(whole) / kOutageRuns;
    mean.load += run.Load(whole) / kOutageRuns;
    mean.second_half_load += run.Load(second) / kOutageRuns;
  }
  return mean;
}

double MaxExtraAttempts(const Outage& outage) {
  return 9 + 1.2 * outage.rate * absl::ToDoubleSeconds(outage.failure_takes);
}

const std::vector<OutageResult>& OutageResults() {
  static const auto& results = *new auto([] {
    std::vector<OutageResult> all;
    struct Kind {
      absl::Duration length;
      absl::Duration takes;
    };
    for (const Kind& kind : {Kind{absl::Seconds(3), absl::Milliseconds(5)},
                             Kind{absl::Seconds(60), absl::Milliseconds(5)},
                             Kind{absl::Seconds(3), absl::Milliseconds(200)},
                             Kind{absl::Seconds(3), absl::Seconds(1)}}) {
      for (const int methods : {1, 10, 200}) {
        for (const double rate : {5.0, 20.0, 70.0, 1000.0}) {
          all.push_back(Measure({kind.length, kind.takes, methods, rate}));
        }
      }
    }
    return all;
  }());
  return results;
}

const std::vector<IndependentResult>& IndependentResults() {
  static const auto& results = *new auto([] {
    std::vector<IndependentResult> all;
    for (const Before before :
         {Before::kNothing, Before::kHealth, Before::kOutage}) {
      for (const int methods : {1, 10, 200}) {
        for (const double rate : {10.0, 70.0, 1000.0}) {
          all.push_back({before, methods, rate});
          MeasureIndependent(all.back());
        }
      }
    }
    return all;
  }());
  return results;
}

}  // namespace baton::fairness
