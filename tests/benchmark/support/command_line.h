// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_COMMAND_LINE_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_COMMAND_LINE_H_

#include <string>

#include "absl/flags/declare.h"

// What benchmarks have in common.
ABSL_DECLARE_FLAG(bool, smoke);
ABSL_DECLARE_FLAG(std::string, only);
ABSL_DECLARE_FLAG(std::string, json);
// Of those that only make calls, for profilers.
ABSL_DECLARE_FLAG(std::string, load);
ABSL_DECLARE_FLAG(std::string, subject);
ABSL_DECLARE_FLAG(int, calls);

namespace baton::benchmarks {

// Reads the flags of a program that takes nothing else, and ends it with a word
// about what it does not know.
void ParseCommandLine(int argc, char** argv);

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_COMMAND_LINE_H_
