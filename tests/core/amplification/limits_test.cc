// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Cases that break the amplification bound, and their actual bounds.
// docs/design/0001-amplification-bound.md has the same numbers.

#include <cstddef>

#include "baton/policy/owner.h"
#include "baton/retry_budget_header.h"
#include "gtest/gtest.h"
#include "tests/core/amplification/call_tree.h"
#include "tests/core/amplification/faults.h"
#include "tests/core/amplification/layered_stack.h"
#include "tests/core/amplification/sabotage.h"
#include "tests/core/amplification/seeded_uniform.h"
#include "tests/core/amplification/tree_simulation.h"
#include "tests/core/amplification/world.h"

namespace baton::amplification {
namespace {

CallSite Delegating(int callee, int grant) {
  CallSite call;
  call.callee = callee;
  call.policy.idempotency = Idempotency::kIdempotent;
  call.policy.retry.owner.mode = OwnerMode::kDelegate;
  call.policy.retry.max_attempts = defaults::kMaxAttemptsLimit;
  call.policy.retry.edge_grant = grant;
  return call;
}

// The edge calls a chain of `relays` pairs: a service that relays both ways,
// and a service with Baton that it calls. Each relay also calls a service that
// always succeeds, and returns its advice as its own.
CallTree RelayChain(int relays, int grant) {
  CallTree tree;
  tree.services.resize(1);
  for (int i = 0; i < relays; ++i) {
    const int relay = static_cast<int>(tree.services.size());
    tree.services.back().calls.push_back(Delegating(relay, grant));
    Service relaying;
    relaying.participation = Participation::kRelaysBothWays;
    relaying.calls = {Delegating(relay + 2, grant),
                      Delegating(relay + 1, grant)};
    tree.services.push_back(relaying);
    tree.services.push_back(Service());  // always succeeds
    tree.services.push_back(Service());  // the next owner
  }
  const int last = static_cast<int>(tree.services.size());
  tree.services.back().calls.push_back(Delegating(last, grant));
  tree.services.push_back(Service());
  tree.services.back().always_fails = true;
  // The grants of this test exceed the default maximum.
  for (Service& service : tree.services) {
    service.inbound_grant.max_grant = kMaxGrant;
  }
  return tree;
}

int AttemptsAtLast(const CallTree& tree) {
  World world;
  const Faults faults;
  SeededUniform random{1};
  TreeSimulation simulation(tree, faults, Sabotage::kNone, world, random);
  simulation.Run();
  return simulation.ledger().AttemptsAt(static_cast<int>(tree.services.size()) -
                                        1);
}

int Choose(int n, int k) {
  int ways = 1;
  for (int i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
  return ways;
}

// The relay reports as unused what another of its callees has used. Each layer
// of callers therefore uses the rest once more: G, then G - 1, and so on.
TEST(LimitsTest, RelayOfOneOfSeveralAdvicesCostsTheUnusedGrants) {
  for (int grant = 0; grant <= defaults::kEdgeGrantLimit; ++grant) {
    EXPECT_EQ(AttemptsAtLast(RelayChain(1, grant)),
              (1 + grant) * (2 + grant) / 2);
  }
}

// A power of the number of relays. Retries without a bound grow exponentially.
TEST(LimitsTest, NestedRelaysGrowAsBinomials) {
  for (int relays = 0; relays <= 3; ++relays) {
    for (int grant = 0; grant <= defaults::kEdgeGrantLimit; ++grant) {
      EXPECT_EQ(AttemptsAtLast(RelayChain(relays, grant)),
                Choose(grant + relays + 1, grant));
    }
  }
}

// Every layer that drops the header multiplies the calls by its own attempts.
// The number of layers between does not matter.
TEST(LimitsTest, EachLayerThatDropsTheHeaderMultipliesOnce) {
  for (int drops = 0; drops <= 3; ++drops) {
    LayeredStack stack = LayeredStack::WithBaton(8, 3, Owner());
    int allowed = 3;
    for (int i = 1; i <= drops; ++i) {
      stack.tree.services[static_cast<std::size_t>(2 * i)].participation =
          Participation::kDropsHeader;
      allowed *= 3;
    }
    EXPECT_EQ(Measure(stack).at_last, allowed);
  }
}

}  // namespace
}  // namespace baton::amplification
