// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_LOAD_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_LOAD_H_

#include <string>

#include "absl/strings/string_view.h"
#include "tests/benchmark/support/subjects.h"

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

// The three APIs. The program ends for another word than the name of one.
enum class Style { kSync, kQueue, kCallback };
inline constexpr Style kStyles[] = {Style::kSync, Style::kQueue,
                                    Style::kCallback};
const char* NameOf(Style style);
Style StyleNamed(absl::string_view name);

// Makes calls with at most so many in flight. `seconds_per_call` is the median
// for synchronous calls one after the other, on this thread; for all else it is
// what throughput is the reciprocal of. More synchronous ones than one in
// flight have a thread each.
Taken MakeCalls(Stub& stub, char what, Style style, int in_flight, int calls);

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_LOAD_H_
