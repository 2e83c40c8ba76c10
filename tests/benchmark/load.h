// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_LOAD_H_
#define BATON_TESTS_BENCHMARK_LOAD_H_

#include <string>

#include "tests/benchmark/subjects.h"

namespace baton::benchmarks {

// What some calls took. The units cancel out: only ratios are reported.
struct Taken {
  double seconds_per_call = 0;
  // Of all threads of this process.
  double cpu_seconds_per_call = 0;
  int failed = 0;
};

// A payload of 100 bytes that makes the server do this.
std::string PayloadFor(char what);

// One after the other on this thread; `seconds_per_call` is the median.
Taken CallSync(Stub& stub, char what, int calls);

// With so many in flight, through the other two APIs; `seconds_per_call` is
// what throughput is the reciprocal of.
Taken CallByQueue(Stub& stub, char what, int calls, int in_flight);
Taken CallByCallback(Stub& stub, char what, int calls, int in_flight);

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_LOAD_H_
