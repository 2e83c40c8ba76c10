// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Prints the tables of docs/failure-scenarios.md about methods of one target.

#include <cstdio>

#include "tests/core/fairness/tables.h"

int main() {
  std::printf("%s\n", baton::fairness::FailingMethodsTable().c_str());
  std::printf("%s\n", baton::fairness::WholeOutageTable().c_str());
  std::printf("%s", baton::fairness::IndependentFailuresTable().c_str());
  return 0;
}
