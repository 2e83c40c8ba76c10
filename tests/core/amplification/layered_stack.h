// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_LAYERED_STACK_H_
#define BATON_TESTS_CORE_AMPLIFICATION_LAYERED_STACK_H_

#include "baton/policy/owner.h"
#include "tests/core/amplification/call_tree.h"
#include "tests/core/amplification/faults.h"

namespace baton::law {

// Services that each call the next one, the last of which always fails: the
// worst weather for retries, and the usual example of what they do.
struct LayeredStack {
  // Each layer strips what it is told and mints a grant of its own, which is
  // what layers do that know nothing of each other.
  static LayeredStack Naive(int layers, int attempts);
  static LayeredStack WithBaton(int layers, int attempts, Owner owner);

  // The service in the middle, which is called by the layer of that number.
  Service& Middle() { return tree.services[tree.services.size() / 2]; }

  CallTree tree;
  Faults faults;
};

// How many calls one request causes.
struct Amplification {
  int at_last = 0;  // that arrive at the last service
  int in_all = 0;
};

// The worst of that many requests. One is enough where nothing is left to
// chance.
Amplification Measure(const LayeredStack& stack, int requests = 1);

}  // namespace baton::law

#endif  // BATON_TESTS_CORE_AMPLIFICATION_LAYERED_STACK_H_
