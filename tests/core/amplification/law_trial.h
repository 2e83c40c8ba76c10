// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_LAW_TRIAL_H_
#define BATON_TESTS_CORE_AMPLIFICATION_LAW_TRIAL_H_

#include <cstdint>
#include <string>

#include "tests/core/amplification/random_tree.h"
#include "tests/core/amplification/sabotage.h"
#include "tests/core/amplification/world.h"

namespace baton::amplification {

// The results of many trees.
struct AmplificationFindings {
  static constexpr int kGrants = 10;

  int64_t trees = 0;
  int64_t attempts = 0;
  int64_t domains = 0;
  // The most attempts at one call site, by the grant of the request.
  int worst[kGrants] = {};
  int64_t violations = 0;
  // The smallest tree that broke the bound: its seed, the violation, the tree.
  std::string smallest_violation;
  int smallest_services = 1 << 30;

  void Add(const AmplificationFindings& other);
  // Returns "worst factor 3.00 of 3.00 allowed, 25000 trees, 0.9 M attempts",
  // for the grant whose attempts came closest to the allowed number.
  std::string ToString() const;
  // Returns the worst factor at each grant: "0:1 1:2 2:3".
  std::string ByGrant() const;
};

// Sends one request through each of `trees` trees, drawn from `seed` on.
AmplificationFindings TryTrees(const RandomTreeOptions& options,
                               Sabotage sabotage, uint64_t seed, int trees,
                               World& world);

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_LAW_TRIAL_H_
