// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_LOAD_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_LOAD_H_

#include <string>

#include "absl/strings/string_view.h"
#include "tests/benchmark/support/subjects.h"

namespace baton::benchmarks {

// The cost of some calls. The units cancel out, because only ratios are
// reported.
struct Taken {
  double seconds_per_call = 0;
  // The CPU time of all threads of this process.
  double cpu_seconds_per_call = 0;
  // The CPU time of the server, or 0 if it was not measured.
  double server_cpu_seconds_per_call = 0;
  int failed = 0;
};

// Returns a payload of 100 bytes that selects the server's action `what`.
std::string PayloadFor(char what);

// The three APIs. Parsing any other name ends the program.
enum class Style { kSync, kQueue, kCallback };
inline constexpr Style kStyles[] = {Style::kSync, Style::kQueue,
                                    Style::kCallback};
const char* NameOf(Style style);
Style StyleNamed(absl::string_view name);

// Makes calls with at most `in_flight` at a time. For single synchronous calls,
// `seconds_per_call` is the median, and they run on this thread. In all other
// cases it is the reciprocal of the throughput. Several synchronous calls in
// flight use one thread each.
Taken MakeCalls(Stub& stub, char what, Style style, int in_flight, int calls);

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_LOAD_H_
