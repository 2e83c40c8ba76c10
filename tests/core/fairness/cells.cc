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

constexpr absl::Duration kHealthyTime = absl::Seconds(10);
// The healthy time before an outage. The budget is full from the start.
constexpr absl::Duration kBeforeOutage = absl::Seconds(2);
constexpr int kFailingRuns = 5;
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
  // Long enough for about 20 healthy retries.
  world.length = absl::Seconds(2'000 / healthy_rate);
  double granted = 0;
  for (int seed = 1; seed <= kFailingRuns; ++seed) {
    granted += Simulate(world, limits, static_cast<uint64_t>(seed)).Granted() /
               kFailingRuns;
  }
  return granted;
}

bool IsSameButForMethods(const Outage& left, const Outage& right) {
  return left.length == right.length &&
         left.failure_takes == right.failure_takes && left.rate == right.rate;
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
  // With many calls, a part of the time gives the same means.
  world.length = from + absl::Seconds(result.rate > 100 ? 10 : 60);
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
  world.unevenness = outage.unevenness;
  world.failure_takes = outage.failure_takes;
  world.outage_from = kBeforeOutage;
  world.outage_to = kBeforeOutage + outage.length;
  world.length = world.outage_to;
  const Interval whole = {world.outage_from, world.outage_to};
  const Interval second = {world.outage_from + outage.length / 2,
                           world.outage_to};
  OutageResult result;
  result.outage = outage;
  std::vector<double> extra;
  for (int seed = 1; seed <= kOutageRuns; ++seed) {
    const Run run = Simulate(world, limits, static_cast<uint64_t>(seed));
    extra.push_back(run.ExtraAttempts(whole));
    result.extra_attempts += extra.back() / kOutageRuns;
    result.load += run.Load(whole) / kOutageRuns;
    result.second_half_load += run.Load(second) / kOutageRuns;
  }
  std::sort(extra.begin(), extra.end());
  result.p99_extra_attempts = extra[extra.size() * 99 / 100 - 1];
  result.max_extra_attempts = extra.back();
  return result;
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
      std::vector<double> rates;
    };
    const std::vector<double> rates = {5, 20, 70, 300, 1000};
    for (const Kind& kind :
         {Kind{absl::Seconds(3), absl::Milliseconds(5), rates},
          // The same attempts as in a short one, and many more calls.
          Kind{absl::Seconds(60), absl::Milliseconds(5), {5, 20, 70}},
          Kind{absl::Seconds(3), absl::Milliseconds(200), rates},
          Kind{absl::Seconds(3), absl::Seconds(1), rates}}) {
      for (const double rate : kind.rates) {
        for (const int methods : {1, 2, 3, 5, 10, 200}) {
          all.push_back(Measure({kind.length, kind.takes, methods, rate}));
        }
        all.push_back(Measure({kind.length, kind.takes, 10, rate, 1}));
      }
    }
    return all;
  }());
  return results;
}

std::vector<OutageResult> WorstOutageResults() {
  std::vector<OutageResult> worst;
  for (const OutageResult& result : OutageResults()) {
    if (worst.empty() ||
        !IsSameButForMethods(worst.back().outage, result.outage)) {
      worst.push_back(result);
      continue;
    }
    OutageResult& row = worst.back();
    row.extra_attempts = std::max(row.extra_attempts, result.extra_attempts);
    row.p99_extra_attempts =
        std::max(row.p99_extra_attempts, result.p99_extra_attempts);
    row.max_extra_attempts =
        std::max(row.max_extra_attempts, result.max_extra_attempts);
    row.load = std::max(row.load, result.load);
    row.second_half_load =
        std::max(row.second_half_load, result.second_half_load);
  }
  return worst;
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
