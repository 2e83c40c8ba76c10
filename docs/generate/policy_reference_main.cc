// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Writes docs/policy-reference.md of the workspace it is run from.

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "docs/generate/policy_reference.h"

int main(int argc, char** argv) {
  // Set by `bazel run`.
  const char* const root = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (root == nullptr || argc != 2) {
    std::cerr << "run me with ./bazelw run //docs/generate:policy_reference\n";
    return 2;
  }
  std::ifstream input(argv[1], std::ios::binary);
  const std::string descriptor_set{std::istreambuf_iterator<char>(input), {}};
  const auto page = baton::PolicyReference(descriptor_set);
  if (!page.ok()) {
    std::cerr << page.status() << "\n";
    return 1;
  }
  std::ofstream file(std::string(root) + "/docs/policy-reference.md");
  file << *page;
  return file.flush() ? 0 : 1;
}
