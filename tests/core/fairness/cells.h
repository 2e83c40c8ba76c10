// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_FAIRNESS_CELLS_H_
#define BATON_TESTS_CORE_FAIRNESS_CELLS_H_

#include <vector>

#include "absl/time/time.h"
#include "tests/core/fairness/world.h"

// The measurements from which tables and tests are made.
namespace baton::fairness {

// Methods that fail, beside healthy ones. One percent of the attempts of the
// healthy methods fails, too.
struct FailingMethods {
  const char* name;
  int methods;
  double fail_ratio;
  bool whole_calls;
  // The least ratio of retries that the healthy methods must get.
  double bar = 0.95;
};
inline constexpr FailingMethods kFailingMethods[] = {
    {"1 always fails", 1, 1, false},        {"2 always fail", 2, 1, false},
    {"5 always fail", 5, 1, false},         {"20 always fail", 20, 1, false},
    {"1 fails 80 %", 1, 0.8, false},        {"2 fail 80 %", 2, 0.8, false},
    {"20 fail 80 %", 20, 0.8, false, 0.85}, {"1, 20 % of calls", 1, 0.2, true},
    {"1, 50 % of calls", 1, 0.5, true},     {"3, 50 % of calls", 3, 0.5, true},
};

// Returns the least ratio of retries of `healthy` methods that were allowed:
// with 10 and 100 calls/s to them, and 0.1 to 1 000 calls/s to the failing
// ones. Measures the mean of 5 runs for each cell, once.
double WorstGranted(const FailingMethods& failing, int healthy,
                    Limits limits = Limits::kBaton);

// An outage of the whole target. `rate` is in calls per second. `unevenness`:
// see World.
struct Outage {
  absl::Duration length;
  absl::Duration failure_takes;
  int methods;
  double rate;
  double unevenness = 0;
};
// The results of kOutageRuns runs.
struct OutageResult {
  Outage outage;
  // The extra attempts: mean, 99th percentile and maximum of the runs.
  double extra_attempts = 0;
  double p99_extra_attempts = 0;
  double max_extra_attempts = 0;
  // Means.
  double load = 0;  // attempts for each call
  double second_half_load = 0;
};
inline constexpr int kOutageRuns = 100;
OutageResult Measure(const Outage& outage, Limits limits = Limits::kBaton);
// Returns the extra attempts that an outage may cause.
double MaxExtraAttempts(const Outage& outage);
// Returns the results of all cells. Measures them once.
const std::vector<OutageResult>& OutageResults();
// Returns one result for each length, time until a failure, and rate. Each
// figure is the worst of all numbers of methods.
std::vector<OutageResult> WorstOutageResults();

// Independent failures of 30 % of all attempts, for a minute (15 s at more than
// 100 calls/s): in a new process, after 30 healthy seconds, or after an outage
// of 10 s.
enum class Before { kNothing, kHealth, kOutage };
struct IndependentResult {
  Before before;
  int methods;
  double rate;
  // Mean success rates of 200 runs.
  double first_5_s = 0;
  double later = 0;
};
// Returns the results of the table. Measures them once.
const std::vector<IndependentResult>& IndependentResults();

}  // namespace baton::fairness

#endif  // BATON_TESTS_CORE_FAIRNESS_CELLS_H_
