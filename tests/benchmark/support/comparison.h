// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_COMPARISON_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_COMPARISON_H_

#include <functional>
#include <string>
#include <vector>

#include "tests/benchmark/support/load.h"
#include "tests/benchmark/support/results.h"
#include "tests/benchmark/support/subjects.h"

namespace baton::benchmarks {

struct Effort {
  int rounds = 0;
  int calls = 0;  // per round and subject
};

using Measure = std::function<Taken(Stub&, int calls)>;

// Lets each subject make its calls in every round, so that other work on the
// machine affects all alike. Prints a line for each subject and adds it to
// `results`. The first subject is the reference. Returns the number of failed
// calls. The results are only valid if it is zero.
int Compare(const std::string& what, std::vector<Subject>& subjects,
            const Effort& effort, const Measure& measure, Results& results);

double Median(std::vector<double> values);

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_COMPARISON_H_
