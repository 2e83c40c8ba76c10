// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_PROMISES_H_
#define BATON_EXAMPLES_STACK_DRIVER_PROMISES_H_

#include <string>
#include <vector>

#include "examples/stack/driver/run.h"
#include "examples/stack/driver/scenario.h"

namespace baton::stack {

// A promise of Baton's defaults, and its result in one run.
struct Promise {
  std::string text;      // "outage: at most 3 calls by each call site"
  std::string measured;  // "1.042"
  bool kept = false;
};

// Maximum number of calls of one call site for one request: the first attempt
// and the grant.
inline constexpr int kMostCalls = 3;
// Maximum number of calls at the store for each request while all of them fail.
inline constexpr double kMostOutageLoad = 1.05;
// With 30 % failures, three attempts can reach 97.3 %. One point of tolerance.
inline constexpr double kLeastFlakySuccess = 1 - 0.3 * 0.3 * 0.3 - 0.01;
inline constexpr double kLeastGoodput = 0.99;

// Returns the promises that `scenario` tests.
std::vector<Promise> PromisesOf(const Scenario& scenario,
                                const Outcome& outcome);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_PROMISES_H_
