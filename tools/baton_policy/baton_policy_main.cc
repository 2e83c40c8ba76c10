// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "tools/baton_policy/baton_policy.h"

int main(int argc, char** argv) {
  // "bazel run" starts programs in another directory. This variable holds the
  // directory of the user.
  const char* directory = std::getenv("BUILD_WORKING_DIRECTORY");
  if (directory != nullptr && chdir(directory) != 0) {
    std::cerr << directory << ": cannot change to this directory\n";
    return baton::tools::kExitUsage;
  }
  return baton::tools::RunBatonPolicy(
      std::vector<std::string>(argv + 1, argv + argc), std::cout, std::cerr);
}
