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

using ::shop::v1::Weather;

// A stretch of trouble at the store, with fair weather before and after.
struct Scenario {
  std::string name;   // "outage"
  std::string title;  // "the store fails every request"
  double requests_per_second = 70;
  absl::Duration before = absl::Milliseconds(300);
  absl::Duration lasts = absl::Seconds(3);
  absl::Duration after = absl::Milliseconds(1500);
  Weather fair;
  Weather trouble;
  // The store is killed instead, and comes back when it is over.
  bool crash = false;
};

// Everything fails at once.
Scenario Outage();
// 30 % of the requests fail, each by itself.
Scenario Flaky();
// Two requests in a hundred are answered when nobody waits any longer.
Scenario Slow();
// A store that can do 100 requests/s stands still, and then goes on.
Scenario Overload();
// The store is killed, and started again.
Scenario Crash();

std::vector<Scenario> AllScenarios();

// One of them, or "all". INVALID_ARGUMENT with the names that there are.
absl::StatusOr<std::vector<Scenario>> ParseScenarios(absl::string_view name);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_SCENARIO_H_
