// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Prints docs/policy-reference.md:
//
//   ./bazelw run //docs/generate:policy_reference > docs/policy-reference.md

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "docs/generate/policy_reference.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: policy_reference DESCRIPTOR_SET\n";
    return 2;
  }
  std::ifstream input(argv[1], std::ios::binary);
  const std::string descriptor_set{std::istreambuf_iterator<char>(input), {}};
  const auto page = baton::PolicyReference(descriptor_set);
  if (!page.ok()) {
    std::cerr << page.status() << "\n";
    return 1;
  }
  std::cout << *page << std::flush;
  return std::cout ? 0 : 1;
}
