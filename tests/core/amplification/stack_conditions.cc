// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/amplification/stack_conditions.h"

#include <cstddef>

namespace baton::amplification {
namespace {

void Nothing(LayeredStack&) {}

void NotKnown(LayeredStack& stack) {
  for (Service& service : stack.tree.services) {
    for (CallSite& call : service.calls) call.callee_known = false;
  }
}

void Hedged(LayeredStack& stack) {
  for (Service& service : stack.tree.services) {
    for (CallSite& call : service.calls) call.hedged = true;
  }
}

void LostTrailers(LayeredStack& stack) { stack.faults.lost_trailer = 1; }

void HalfOfTheTrailers(LayeredStack& stack) { stack.faults.lost_trailer = 0.5; }

void TooSlow(LayeredStack& stack) { stack.faults.attempt_timeout = 1; }

void Garbled(LayeredStack& stack) { stack.faults.corruption = 0.5; }

void EarlyResponses(LayeredStack& stack) { stack.faults.early_response = 1; }

void Forwards(LayeredStack& stack) {
  stack.Middle().participation = Participation::kForwardsHeader;
}

void Drops(LayeredStack& stack) {
  stack.Middle().participation = Participation::kDropsHeader;
}

void FirstObserves(LayeredStack& stack) {
  stack.tree.services.front().calls[0].policy.mode = Mode::kObserve;
}

void MiddleObserves(LayeredStack& stack) {
  stack.Middle().calls[0].policy.mode = Mode::kObserve;
}

void DropsAndAbsentIsZero(LayeredStack& stack) {
  for (std::size_t i = 1; i < stack.tree.services.size(); ++i) {
    stack.tree.services[i].inbound_grant.when_absent = 0;
  }
  Drops(stack);
}

void DropsAndAbsentIsOne(LayeredStack& stack) {
  for (std::size_t i = 1; i < stack.tree.services.size(); ++i) {
    stack.tree.services[i].inbound_grant.when_absent = 1;
  }
  Drops(stack);
}

}  // namespace

const std::vector<StackCondition>& AllStackConditions() {
  static const auto* const kConditions = new std::vector<StackCondition>{
      {"nothing", Nothing},
      {"no callee is known to take part yet", NotKnown},
      {"all calls are hedged", Hedged},
      {"all trailers are lost", LostTrailers},
      {"half of the trailers are lost", HalfOfTheTrailers},
      {"every attempt passes its limit", TooSlow},
      {"half of the metadata is garbled or joined", Garbled},
      {"handlers answer before their calls have ended", EarlyResponses},
      {"the first layer only observes", FirstObserves},
      {"the middle layer only observes", MiddleObserves},
      {"the middle layer copies the header as it came", Forwards},
      {"the middle layer drops the header", Drops},
      {"the same, and absent is one below it", DropsAndAbsentIsOne},
      {"the same, and absent is zero below it", DropsAndAbsentIsZero},
  };
  return *kConditions;
}

}  // namespace baton::amplification
