// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/command_line.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"

ABSL_FLAG(bool, smoke, false, "all of it, with a few calls");
ABSL_FLAG(std::string, only, "", "one section, where there are several");
ABSL_FLAG(std::string, json, "", "a file to write the figures to, too");
ABSL_FLAG(std::string, load, "", "only make calls, in this API");
ABSL_FLAG(std::string, subject, "bare", "with --load: who makes them");
ABSL_FLAG(int, calls, 1000, "with --load: how many");

namespace baton::benchmarks {

void ParseCommandLine(int argc, char** argv) {
  const std::vector<char*> rest = absl::ParseCommandLine(argc, argv);
  if (rest.size() > 1) {
    std::fprintf(stderr, "no such argument: %s\n", rest[1]);
    std::exit(2);
  }
  if (absl::GetFlag(FLAGS_calls) <= 0) {
    std::fprintf(stderr, "--calls must be positive\n");
    std::exit(2);
  }
}

}  // namespace baton::benchmarks
