// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_LAYERED_STACK_H_
#define BATON_TESTS_CORE_AMPLIFICATION_LAYERED_STACK_H_

#include "baton/policy/owner.h"
#include "tests/core/amplification/call_tree.h"
#include "tests/core/amplification/faults.h"

namespace baton::amplification {

// Services that each call the next one. The last service always fails. This is
// the worst case for retries, and the usual example of their effect.
struct LayeredStack {
  // Each layer ignores the inbound header and creates its own grant, like
  // layers that do not know each other.
  static LayeredStack Naive(int layers, int attempts);
  static LayeredStack WithBaton(int layers, int attempts, Owner owner);

  // Returns the service in the middle. The layer with that number calls it.
  Service& Middle() { return tree.services[tree.services.size() / 2]; }

  CallTree tree;
  Faults faults;
};

// The number of calls that one request causes.
struct Amplification {
  int at_last = 0;  // arriving at the last service
  int in_all = 0;
};

// Returns the worst of that many requests. One request is enough where nothing
// is random.
Amplification Measure(const LayeredStack& stack, int requests = 1);

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_LAYERED_STACK_H_
