// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_PROMISES_H_
#define BATON_EXAMPLES_STACK_DRIVER_PROMISES_H_

#include <string>
#include <vector>

#include "examples/stack/driver/run.h"
#include "examples/stack/driver/scenario.h"

namespace baton::stack {

// What Baton's defaults promise, and what came of it in one run.
struct Promise {
  std::string text;      // "outage, second half: calls at the store <= 1.10"
  std::string measured;  // "1.042"
  bool kept = false;
};

// Of a request, at each call site: the first attempt and the grant.
inline constexpr int kMostCalls = 3;
inline constexpr double kMostSustainedLoad = 1.10;
// Three attempts, of which 30 % fail, can give 97.3 %; less one point.
inline constexpr double kLeastFlakySuccess = 1 - 0.3 * 0.3 * 0.3 - 0.01;
inline constexpr double kLeastGoodput = 0.99;

// Those that `scenario` puts to the test.
std::vector<Promise> PromisesOf(const Scenario& scenario,
                                const Outcome& outcome);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_PROMISES_H_
