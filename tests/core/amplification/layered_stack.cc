// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/amplification/layered_stack.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "tests/core/amplification/sabotage.h"
#include "tests/core/amplification/seeded_uniform.h"
#include "tests/core/amplification/tree_simulation.h"
#include "tests/core/amplification/world.h"

namespace baton::amplification {

LayeredStack LayeredStack::WithBaton(int layers, int attempts, Owner owner) {
  LayeredStack stack;
  for (int layer = 1; layer <= layers; ++layer) {
    CallSite call;
    call.callee = layer;
    call.policy.idempotency = Idempotency::kIdempotent;
    call.policy.retry.max_attempts = attempts;
    call.policy.retry.edge_grant = attempts - 1;
    call.policy.retry.owner = owner;
    Service service;
    service.calls.push_back(std::move(call));
    stack.tree.services.push_back(std::move(service));
  }
  Service last;
  last.always_fails = true;
  stack.tree.services.push_back(std::move(last));
  return stack;
}

LayeredStack LayeredStack::Naive(int layers, int attempts) {
  LayeredStack stack = WithBaton(layers, attempts, Owner());
  for (Service& service : stack.tree.services) {
    service.inbound_grant.trust = InboundGrantOptions::Trust::kStrip;
  }
  stack.faults.keeps_quiet = 1;
  return stack;
}

Amplification Measure(const LayeredStack& stack, int requests) {
  World world;
  Amplification worst;
  for (int seed = 1; seed <= requests; ++seed) {
    SeededUniform random{static_cast<uint64_t>(seed)};
    TreeSimulation simulation(stack.tree, stack.faults, Sabotage::kNone, world,
                              random);
    simulation.Run();
    const int last = static_cast<int>(stack.tree.services.size()) - 1;
    worst.at_last =
        std::max(worst.at_last, simulation.ledger().AttemptsAt(last));
    worst.in_all = std::max(worst.in_all,
                            static_cast<int>(simulation.ledger().attempts()));
  }
  return worst;
}

}  // namespace baton::amplification
