// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/scenario.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace baton::stack {

Scenario Outage() {
  Scenario scenario;
  scenario.name = "outage";
  scenario.title = "the store fails every request";
  scenario.lasts = absl::Seconds(3);
  scenario.trouble.set_fail_ratio(1);
  return scenario;
}

Scenario Flaky() {
  Scenario scenario;
  scenario.name = "flaky";
  scenario.title = "30 % of the calls fail, independently of each other";
  scenario.requests_per_second = 100;
  scenario.lasts = absl::Seconds(4);
  scenario.after = absl::Milliseconds(200);
  scenario.trouble.set_fail_ratio(0.3);
  return scenario;
}

Scenario Slow() {
  Scenario scenario;
  scenario.name = "slow";
  scenario.title = "2 % of the responses come too late";
  scenario.lasts = absl::Milliseconds(2500);
  scenario.after = absl::Milliseconds(300);
  scenario.trouble.set_slow_ratio(0.02);
  scenario.trouble.set_slow_ms(2000);
  return scenario;
}

Scenario Overload() {
  Scenario scenario;
  scenario.name = "overload";
  scenario.title = "a store at 70 % load stalls for some time";
  scenario.lasts = absl::Seconds(2);
  scenario.after = absl::Milliseconds(2500);
  scenario.fair.set_workers(4);
  scenario.fair.set_work_ms(40);
  // One second of work: the callers of the last requests in the queue have
  // already given up when the store processes them.
  scenario.fair.set_queue_limit(100);
  scenario.trouble = scenario.fair;
  scenario.trouble.set_stopped(true);
  return scenario;
}

Scenario Crash() {
  Scenario scenario;
  scenario.name = "crash";
  scenario.title = "the store is killed and restarted";
  scenario.lasts = absl::Seconds(1);
  scenario.after = absl::Milliseconds(1800);
  scenario.crash = true;
  return scenario;
}

std::vector<Scenario> AllScenarios() {
  return {Outage(), Flaky(), Slow(), Overload(), Crash()};
}

absl::StatusOr<std::vector<Scenario>> ParseScenarios(absl::string_view name) {
  const std::vector<Scenario> all = AllScenarios();
  if (name == "all") return all;
  for (const Scenario& scenario : all) {
    if (scenario.name == name) return std::vector<Scenario>{scenario};
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "scenario: got \"", name, "\", must be one of all, ",
      absl::StrJoin(all, ", ", [](std::string* out, const Scenario& scenario) {
        absl::StrAppend(out, scenario.name);
      })));
}

}  // namespace baton::stack
