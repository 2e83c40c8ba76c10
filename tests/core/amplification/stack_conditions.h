// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_STACK_CONDITIONS_H_
#define BATON_TESTS_CORE_AMPLIFICATION_STACK_CONDITIONS_H_

#include <string>
#include <vector>

#include "tests/core/amplification/layered_stack.h"

namespace baton::amplification {

// A deviation from the normal behavior of a layered stack.
struct StackCondition {
  // The name in docs/amplification.md.
  std::string name;
  void (*apply)(LayeredStack& stack);
};

const std::vector<StackCondition>& AllStackConditions();

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_STACK_CONDITIONS_H_
