// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_LATE_ATTEMPTS_FAMILIES_H_
#define BATON_TESTS_CORE_LATE_ATTEMPTS_FAMILIES_H_

#include <vector>

#include "tests/core/late_attempts/cells.h"

// The worlds in which Baton must serve as many calls as no retries.
namespace baton::late_attempts {

struct Family {
  const char* name;
  std::vector<Cell> (*cells)();
};

// Returns every family.
const std::vector<Family>& Families();

}  // namespace baton::late_attempts

#endif  // BATON_TESTS_CORE_LATE_ATTEMPTS_FAMILIES_H_
