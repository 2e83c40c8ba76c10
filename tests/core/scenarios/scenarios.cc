// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/scenarios/scenarios.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace baton::scenarios {
namespace {

// A store that is never the bottleneck.
Store::Options Roomy() {
  Store::Options options;
  options.workers = 10'000;
  options.work = absl::Milliseconds(4);
  options.queue_limit = 10'000;
  return options;
}

Experiment Base(Scenario scenario, double requests_per_second, uint64_t seed) {
  Experiment experiment;
  experiment.scenario = scenario;
  experiment.requests_per_second = requests_per_second;
  experiment.seed = seed;
  experiment.policy.everything().idempotency = Idempotency::kIdempotent;
  return experiment;
}

absl::Duration Middle(const Experiment& experiment) {
  return experiment.from + (experiment.to - experiment.from) / 2;
}

std::string Recovery(absl::Duration recovered) {
  if (recovered == absl::InfiniteDuration()) return "never";
  return absl::StrFormat("%.1f s", absl::ToDoubleSeconds(recovered));
}

std::string Percent(double ratio) {
  return absl::StrFormat("%.1f %%", 100 * ratio);
}

}  // namespace

Experiment Outage(double requests_per_second, uint64_t seed) {
  Experiment experiment = Base(Scenario::kOutage, requests_per_second, seed);
  experiment.store = Roomy();
  return experiment;
}

Experiment Flaky(double requests_per_second, uint64_t seed) {
  Experiment experiment = Base(Scenario::kFlaky, requests_per_second, seed);
  experiment.store = Roomy();
  return experiment;
}

Experiment OutageThenFlaky(absl::Duration outage, double requests_per_second,
                           uint64_t seed) {
  Experiment experiment = Outage(requests_per_second, seed);
  experiment.to = experiment.from + outage;
  experiment.flaky_until = experiment.to + absl::Minutes(1);
  experiment.length = experiment.flaky_until;
  return experiment;
}

Experiment Overload(double requests_per_second, absl::Duration stall,
                    uint64_t seed) {
  Experiment experiment = Base(Scenario::kOverload, requests_per_second, seed);
  experiment.to = experiment.from + stall;
  experiment.length = experiment.to + absl::Seconds(30);
  return experiment;
}

double GoodputASecondAfter(const Experiment& experiment, const Result& result) {
  return result.SuccessRatio(experiment.to + absl::Seconds(1),
                             experiment.length - absl::Seconds(1));
}

std::string ScenarioTable() {
  std::string table = absl::StrFormat(
      "%-25s | %-21s | %-21s | %-21s\n%-25s | %-10s %10s | %-10s %10s | "
      "%-10s %10s\n",
      "", "outage, 60 s", "30 % failures", "stall, 5 s", "", "load", "2nd half",
      "load", "success", "recovered", "goodput");
  for (Contender contender : kContenders) {
    const Experiment outage = Outage();
    const Result dead = Simulate(outage, contender);
    const Experiment flaky = Flaky();
    const Result shaky = Simulate(flaky, contender);
    const Experiment overload = Overload();
    const Result stuck = Simulate(overload, contender);
    absl::StrAppendFormat(
        &table, "%-25s | %-10.3f %10.3f | %-10.3f %10s | %-10s %10s\n",
        NameOf(contender), dead.LoadFactor(outage.from, outage.to),
        dead.LoadFactor(Middle(outage), outage.to),
        shaky.LoadFactor(flaky.from, flaky.to),
        Percent(shaky.SuccessRatio(flaky.from, flaky.to)),
        Recovery(stuck.RecoveredAfter(overload.to)),
        Percent(GoodputASecondAfter(overload, stuck)));
  }
  return table;
}

std::string SensitivityTable() {
  std::string table = absl::StrFormat(
      "%6s %11s | %-20s | %-20s\n%6s %11s | %9s %10s | %9s %10s\n", "", "",
      "no retries", "Baton", "load", "stall", "meanwhile", "recovered",
      "meanwhile", "recovered");
  for (double load : {50.0, 70.0, 80.0, 90.0}) {
    for (absl::Duration stall :
         {absl::Milliseconds(300), absl::Milliseconds(500), absl::Seconds(1),
          absl::Seconds(2), absl::Seconds(5)}) {
      const Experiment experiment = Overload(load, stall);
      absl::StrAppendFormat(&table, "%4.0f %% %11s", load,
                            absl::FormatDuration(stall));
      for (Contender contender : {Contender::kNoRetries, Contender::kBaton}) {
        const Result result = Simulate(experiment, contender);
        absl::StrAppendFormat(
            &table, " | %9s %10s",
            Percent(result.SuccessRatio(experiment.from, experiment.to)),
            Recovery(result.RecoveredAfter(experiment.to)));
      }
      absl::StrAppend(&table, "\n");
    }
  }
  return table;
}

std::string ChangeTable() {
  std::string table =
      absl::StrFormat("%7s %7s | %9s | %s\n%7s %7s | %9s |", "", "", "outage",
                      "30 % failures: success by seconds since they began",
                      "rate", "outage", "2nd half");
  const std::pair<double, double> kParts[] = {
      {0, 5}, {5, 10}, {10, 30}, {30, 60}};
  for (const auto& [from, to] : kParts) {
    absl::StrAppendFormat(&table, " %9s", absl::StrCat(from, "-", to));
  }
  absl::StrAppend(&table, "\n");
  for (double rate : {10.0, 70.0}) {
    for (absl::Duration outage :
         {absl::Seconds(4), absl::Seconds(10), absl::Seconds(60)}) {
      const Experiment experiment = OutageThenFlaky(outage, rate);
      const Result result = Simulate(experiment, Contender::kBaton);
      absl::StrAppendFormat(
          &table, "%5.0f/s %7s | %9.3f |", rate, absl::FormatDuration(outage),
          result.LoadFactor(Middle(experiment), experiment.to));
      for (const auto& [from, to] : kParts) {
        absl::StrAppendFormat(
            &table, " %9s",
            Percent(result.SuccessRatio(experiment.to + absl::Seconds(from),
                                        experiment.to + absl::Seconds(to))));
      }
      absl::StrAppend(&table, "\n");
    }
  }
  return table;
}

}  // namespace baton::scenarios
