// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_RANDOM_TREE_H_
#define BATON_TESTS_CORE_AMPLIFICATION_RANDOM_TREE_H_

#include <optional>

#include "baton/policy/owner.h"
#include "tests/core/amplification/call_tree.h"
#include "tests/core/amplification/faults.h"
#include "tests/core/amplification/seeded_uniform.h"

namespace baton::amplification {

struct RandomTreeOptions {
  // Not set: each call site has its own.
  std::optional<OwnerMode> mode;
  // Whether services without Baton and servers that strip the header occur.
  bool strangers = true;
  // Whether a server grants nothing to a request without a header. Services
  // without Baton then end no domain, and only the first service creates a
  // grant.
  bool absent_is_zero = false;
};

// Returns a tree with at most 8 calls depth, 4 calls width and 14 services.
CallTree DrawTree(const RandomTreeOptions& options, SeededUniform& random);

// Draws faults, from none to all at once.
Faults DrawFaults(SeededUniform& random);

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_RANDOM_TREE_H_
