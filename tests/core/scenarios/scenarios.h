// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_SCENARIOS_SCENARIOS_H_
#define BATON_TESTS_CORE_SCENARIOS_SCENARIOS_H_

#include <cstdint>
#include <string>

#include "absl/time/time.h"
#include "tests/core/scenarios/experiment.h"

// The experiments of docs/failure-scenarios.md, shared by the tests, the demo
// and the page.
namespace baton::weather {

// Everything fails at once, for a minute.
Experiment Outage(double requests_per_second = 70, uint64_t seed = 1);

// 30 % of the requests fail, each by itself, for a minute.
Experiment Flaky(double requests_per_second = 70, uint64_t seed = 1);

// The first for `outage`, then the second for a minute.
Experiment OutageThenFlaky(absl::Duration outage,
                           double requests_per_second = 70, uint64_t seed = 1);

// A store that can do 100 requests/s stands still, then goes on.
Experiment Overload(double requests_per_second = 70,
                    absl::Duration standstill = absl::Seconds(5),
                    uint64_t seed = 1);

// What three independent attempts can give when 30 % of them fail: 97.3 %.
inline constexpr double kBestOfThree = 1 - 0.3 * 0.3 * 0.3;

// The share of requests that succeed once a second has passed since the
// weather cleared.
double GoodputASecondAfter(const Experiment& experiment, const Result& result);

// The three weathers, a row for each contender, as aligned text.
std::string WeatherTable();

// How Baton does under other loads and standstills, beside no retries at all.
std::string SensitivityTable();

// Baton in an outage of some length and in the 30 % that follow it.
std::string ChangeTable();

}  // namespace baton::weather

#endif  // BATON_TESTS_CORE_SCENARIOS_SCENARIOS_H_
