// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_SCENARIOS_SCENARIOS_H_
#define BATON_TESTS_CORE_SCENARIOS_SCENARIOS_H_

#include <cstdint>
#include <string>

#include "absl/time/time.h"
#include "tests/core/scenarios/experiment.h"

// The experiments of docs/failure-scenarios.md, for the tests, the demo and the
// page.
namespace baton::scenarios {

// Every request fails, for a minute.
Experiment Outage(double requests_per_second = 70, uint64_t seed = 1);

// 30 % of the requests fail independently, for a minute.
Experiment Flaky(double requests_per_second = 70, uint64_t seed = 1);

// First an outage of length `outage`, then a minute of 30 % failures.
Experiment OutageThenFlaky(absl::Duration outage,
                           double requests_per_second = 70, uint64_t seed = 1);

// A store for 100 requests/s stalls, and then continues.
Experiment Overload(double requests_per_second = 70,
                    absl::Duration stall = absl::Seconds(5), uint64_t seed = 1);

// The success of three independent attempts if 30 % of them fail: 97.3 %.
inline constexpr double kBestOfThree = 1 - 0.3 * 0.3 * 0.3;

// Returns the ratio of successes from one second after the end of the failure.
double GoodputASecondAfter(const Experiment& experiment, const Result& result);

// Returns the three scenarios as aligned text, with a row for each contender.
std::string ScenarioTable();

// Returns Baton's results for other loads and stalls, beside no retries.
std::string SensitivityTable();

// Returns Baton's results in outages of several lengths, each followed by 30 %
// failures.
std::string ChangeTable();

}  // namespace baton::scenarios

#endif  // BATON_TESTS_CORE_SCENARIOS_SCENARIOS_H_
