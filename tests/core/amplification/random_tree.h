// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_RANDOM_TREE_H_
#define BATON_TESTS_CORE_AMPLIFICATION_RANDOM_TREE_H_

#include <optional>

#include "baton/policy/owner.h"
#include "tests/core/amplification/call_tree.h"
#include "tests/core/amplification/faults.h"
#include "tests/core/amplification/seeded_uniform.h"

namespace baton::law {

struct RandomTreeOptions {
  // Not set: each call site has its own.
  std::optional<OwnerMode> mode;
  // Services without Baton and listeners that strip occur.
  bool strangers = true;
  // A server that is called without a header grants nothing, so that services
  // without Baton end no domain; only the first one mints.
  bool absent_is_zero = false;
};

// At most 8 calls deep, 4 wide and 14 services large.
CallTree DrawTree(const RandomTreeOptions& options, SeededUniform& random);

// From calm to everything at once.
Faults DrawFaults(SeededUniform& random);

}  // namespace baton::law

#endif  // BATON_TESTS_CORE_AMPLIFICATION_RANDOM_TREE_H_
