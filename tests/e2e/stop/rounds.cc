// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Stops replicas under load, and compares clients and servers with Baton to
// clients and servers of bare gRPC. All of them are processes. Each round runs
// bare gRPC and then Baton, with calls at the same times. Prints a table for
// each scenario. docs/failure-scenarios.md has the results.
//
//   rounds                 all scenarios, ten rounds each, in 15 minutes
//   rounds --rounds=2      this number of rounds, at most 50
//   rounds --only=hangs    one scenario: hangs, busy or quiet
//   rounds --in_order      with servers that serve in the order of arrival
//   rounds --attempt_timeout_ms=300
//                          with this `deadline.attempt_timeout`, which cancels
//                          late attempts. "quiet" then fails
//   rounds --check         one round each, with a shorter stop and less time
//                          before and after it. The bars are the same
//
// The exit code is 1 if a bar is not reached.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tests/e2e/stop/percentages.h"
#include "tests/e2e/stop/replica_run.h"

namespace baton::e2e {
namespace {

// The bars. While one of three replicas hangs: at least this percentage of
// calls succeeds, as median of the rounds.
constexpr double kMinSuccess = 80;
// While all replicas stop, and after it: the median difference to bare gRPC in
// percentage points.
constexpr double kMinDifference = -1;

ReplicaScenario OneHangs() {
  ReplicaScenario scenario;
  scenario.name = "hangs";
  scenario.margin_ms = 1000;
  return scenario;
}

// A stop of all replicas at 70 % load.
ReplicaScenario AllStop(const char* name, int clients) {
  ReplicaScenario scenario;
  scenario.name = name;
  scenario.clients = clients;
  scenario.calls_per_second = 210;
  scenario.stopped = 3;
  scenario.stop_ms = 500;
  scenario.after_ms = 5000;
  return scenario;
}

ReplicaScenario Shorter(ReplicaScenario scenario) {
  scenario.before_ms = 2000;
  scenario.stop_ms = std::min(scenario.stop_ms, 4000);
  scenario.after_ms = std::min(scenario.after_ms, 2000);
  return scenario;
}

// One round, or the medians of all rounds.
struct Round {
  ReplicaResult bare;
  ReplicaResult baton;
};

struct Column {
  const char* format;
  double (*value)(const Round& round);
};
const Column kColumns[] = {
    {"| %6.1f", [](const Round& r) { return r.bare.during; }},
    {" %6.1f", [](const Round& r) { return r.bare.after; }},
    {" %6.1f", [](const Round& r) { return r.bare.since; }},
    {" %6.0f ", [](const Round& r) { return r.bare.p99_ms; }},
    {"| %6.1f", [](const Round& r) { return r.baton.during; }},
    {" %6.1f", [](const Round& r) { return r.baton.after; }},
    {" %6.1f", [](const Round& r) { return r.baton.since; }},
    {" %6.0f", [](const Round& r) { return r.baton.p99_ms; }},
    {" %8.2f ", [](const Round& r) { return r.baton.attempts; }},
    {"| %+6.1f", [](const Round& r) { return r.baton.during - r.bare.during; }},
    {" %+6.1f ", [](const Round& r) { return r.baton.since - r.bare.since; }},
    {"| %4.0f",
     [](const Round& r) { return std::max(r.bare.lag_ms, r.baton.lag_ms); }},
};

double MedianOf(const std::vector<Round>& rounds,
                double (*value)(const Round& round)) {
  std::vector<double> values;
  for (const Round& round : rounds) values.push_back(value(round));
  return Median(values);
}

// Prints the medians of `rounds` as a row with this name.
void PrintRow(const std::string& name, const std::vector<Round>& rounds) {
  std::printf("%-6s ", name.c_str());
  for (const Column& column : kColumns) {
    std::printf(column.format, MedianOf(rounds, column.value));
  }
  std::printf("\n");
  std::fflush(stdout);
}

void PrintHeader(const ReplicaScenario& scenario) {
  std::printf(
      "\n%s: %d of 3 replicas stopped for %d ms, %d client%s, %d calls/s\n"
      "       | bare: success %%        p99 | Baton: success %%       p99      "
      "    | difference    |  lag\n"
      "round  | during  after  since     ms | during  after  since     ms "
      "attempts | during  since |   ms\n",
      scenario.name, scenario.stopped, scenario.stop_ms, scenario.clients,
      scenario.clients == 1 ? "" : "s", scenario.calls_per_second);
}

// Prints the bar of the scenario. Returns whether these rounds reach it.
bool CheckBar(const ReplicaScenario& scenario,
              const std::vector<Round>& rounds) {
  bool reached = false;
  if (scenario.stopped == 1) {
    const double success =
        MedianOf(rounds, [](const Round& r) { return r.baton.during; });
    reached = success >= kMinSuccess;
    std::printf("bar: median at least %.0f %% during the stop with Baton: ",
                kMinSuccess);
  } else {
    const double during = MedianOf(
        rounds, [](const Round& r) { return r.baton.during - r.bare.during; });
    const double since = MedianOf(
        rounds, [](const Round& r) { return r.baton.since - r.bare.since; });
    reached = std::min(during, since) >= kMinDifference;
    std::printf("bar: median difference at least %+.1f, during and since: ",
                kMinDifference);
  }
  std::printf("%s\n", reached ? "pass" : "FAIL");
  std::fflush(stdout);
  return reached;
}

// Returns whether the scenario reaches its bar.
bool Run(const ReplicaScenario& scenario, int count) {
  PrintHeader(scenario);
  std::vector<Round> rounds;
  for (int i = 1; i <= count; ++i) {
    Round round;
    round.bare = RunReplicas(scenario, false, i);
    round.baton = RunReplicas(scenario, true, i);
    rounds.push_back(round);
    PrintRow(std::to_string(i), {round});
  }
  PrintRow("median", rounds);
  return CheckBar(scenario, rounds);
}

int Main(int argc, char** argv) {
  int rounds = 10;
  bool check = false;
  bool in_order = false;
  int attempt_timeout_ms = 0;
  std::string only;
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (argument == "--check") {
      check = true;
      rounds = 1;
    } else if (argument == "--in_order") {
      in_order = true;
    } else if (absl::ConsumePrefix(&argument, "--only=")) {
      only = std::string(argument);
    } else if (!(absl::ConsumePrefix(&argument, "--rounds=") &&
                 absl::SimpleAtoi(argument, &rounds) && rounds >= 1 &&
                 rounds <= 50) &&
               !(absl::ConsumePrefix(&argument, "--attempt_timeout_ms=") &&
                 absl::SimpleAtoi(argument, &attempt_timeout_ms) &&
                 attempt_timeout_ms > 0)) {
      std::fprintf(stderr, "no such argument: %s\n", argv[i]);
      return 2;
    }
  }
  bool found = false;
  bool reached = true;
  for (ReplicaScenario scenario :
       {OneHangs(), AllStop("busy", 1), AllStop("quiet", 100)}) {
    if (!only.empty() && only != scenario.name) continue;
    found = true;
    if (check) scenario = Shorter(scenario);
    scenario.in_order = in_order;
    scenario.attempt_timeout_ms = attempt_timeout_ms;
    if (!Run(scenario, rounds)) reached = false;
  }
  if (!found) {
    std::fprintf(stderr, "no such scenario: %s\n", only.c_str());
    return 2;
  }
  return reached ? 0 : 1;
}

}  // namespace
}  // namespace baton::e2e

int main(int argc, char** argv) { return baton::e2e::Main(argc, argv); }
