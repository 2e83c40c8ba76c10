// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_COMPARISON_H_
#define BATON_TESTS_BENCHMARK_COMPARISON_H_

#include <functional>
#include <string>
#include <vector>

#include "tests/benchmark/load.h"
#include "tests/benchmark/subjects.h"

namespace baton::benchmarks {

// How a subject compares with the first one: medians over the rounds, of the
// ratio within each round.
struct Ratios {
  double time = 1;
  double cpu = 1;
};

struct Effort {
  int rounds = 0;
  int calls = 0;  // a round and subject
};

using Measure = std::function<Taken(Stub&, int calls)>;

// Has each subject make its calls in every round, so that whatever else the
// machine does meanwhile befalls all alike; and prints a line for each.
// `first` is the yardstick. The result is in the order of the subjects.
std::vector<Ratios> Compare(const std::string& what,
                            std::vector<Subject>& subjects,
                            const Effort& effort, const Measure& measure);

double Median(std::vector<double> values);

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_COMPARISON_H_
