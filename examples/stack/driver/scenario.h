// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_SCENARIO_H_
#define BATON_EXAMPLES_STACK_DRIVER_SCENARIO_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "examples/stack/shop/shop.pb.h"

namespace baton::stack {

using ::shop::v1::Faults;

// A failure of the store for some time, with normal operation before and after.
struct Scenario {
  std::string name;   // "outage"
  std::string title;  // "the store fails every request"
  double requests_per_second = 70;
  absl::Duration before = absl::Milliseconds(300);
  absl::Duration lasts = absl::Seconds(3);
  absl::Duration after = absl::Milliseconds(1500);
  Faults fair;
  Faults trouble;
  // If true, the store is killed instead, and restarted after `lasts`.
  bool crash = false;
  // The store of a crash starts this long before the end of `lasts`, because a
  // process needs some time until it serves. Less than `lasts`.
  absl::Duration restart_time;
};

// All calls fail at once.
Scenario Outage();
// 30 % of the calls fail, independently of each other.
Scenario Flaky();
// 2 % of the responses come after the deadline of the request.
Scenario Slow();
// A store with a capacity of 100 requests/s stalls, and then continues.
Scenario Overload();
// The store is killed and restarted.
Scenario Crash();

std::vector<Scenario> AllScenarios();

// Returns the scenario with this name, or all for "all". The error
// INVALID_ARGUMENT lists the names.
absl::StatusOr<std::vector<Scenario>> ParseScenarios(absl::string_view name);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_SCENARIO_H_
