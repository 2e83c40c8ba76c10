// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Prints the tables of docs/failure-scenarios.md: five layers of services in
// three failure scenarios, once for each retry strategy. The stack is
// simulated, so that a minute of outage takes a moment and is reproducible.
// Baton's own code makes every decision.
//
// Exits with 0 if Baton kept its promises in this run, else with 1.

#include <cstdio>

#include "tests/core/scenarios/scenarios.h"

namespace {

using baton::scenarios::Contender;
using baton::scenarios::Experiment;
using baton::scenarios::Result;

bool Promise(const char* text, double measured, bool kept) {
  std::printf("  %-4s  %-58s %.3f\n", kept ? "kept" : "MISS", text, measured);
  return kept;
}

bool CheckPromises() {
  const Experiment outage = baton::scenarios::Outage();
  const Result dead = Simulate(outage, Contender::kBaton);
  const double sustained =
      dead.LoadFactor(outage.from + (outage.to - outage.from) / 2, outage.to);

  const Experiment flaky = baton::scenarios::Flaky();
  const Result shaky = Simulate(flaky, Contender::kBaton);
  const double success = shaky.SuccessRatio(flaky.from, flaky.to);

  const Experiment overload = baton::scenarios::Overload();
  const Result stuck = Simulate(overload, Contender::kBaton);
  const double goodput = GoodputASecondAfter(overload, stuck);

  bool kept = Promise("outage: calls per request in its second half <= 1.02",
                      sustained, sustained <= 1.02);
  kept &= Promise("30 % failures: success >= 0.963 (three attempts: 0.973)",
                  success, success >= baton::scenarios::kBestOfThree - 0.01);
  kept &= Promise("stall: goodput a second after its end >= 0.99", goodput,
                  goodput >= 0.99);
  return kept;
}

}  // namespace

int main() {
  std::printf(
      "Five layers, three attempts, 70 requests/s, deadline 1 s.\n"
      "load: requests at the last service for each request of a user.\n\n%s\n"
      "Promises of Baton's defaults:\n",
      baton::scenarios::ScenarioTable().c_str());
  return CheckPromises() ? 0 : 1;
}
