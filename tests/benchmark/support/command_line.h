// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_COMMAND_LINE_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_COMMAND_LINE_H_

#include <string>

#include "absl/flags/declare.h"

// Flags that all benchmarks share.
ABSL_DECLARE_FLAG(bool, smoke);
ABSL_DECLARE_FLAG(std::string, only);
ABSL_DECLARE_FLAG(std::string, json);
// Flags of runs that only make calls, for profilers.
ABSL_DECLARE_FLAG(std::string, load);
ABSL_DECLARE_FLAG(std::string, subject);
ABSL_DECLARE_FLAG(int, calls);

namespace baton::benchmarks {

// Parses the flags. Ends the program with a message about any other argument.
void ParseCommandLine(int argc, char** argv);

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_COMMAND_LINE_H_
