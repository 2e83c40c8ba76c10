// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Prints the tables of docs/limits.md about measured limits.

#include <cstdio>

#include "tests/core/steady_limits/tables.h"

int main() {
  std::printf("%s\n%s", baton::steady_limits::RestlessTable().c_str(),
              baton::steady_limits::ChangeTable().c_str());
  return 0;
}
