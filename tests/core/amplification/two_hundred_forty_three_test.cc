// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Five layers with three attempts each call a last service that fails. It gets
// 3^5 calls if each layer retries alone, and 3 if all layers share one grant.

#include <cstddef>
#include <string>

#include "gtest/gtest.h"
#include "tests/core/amplification/layered_stack.h"

namespace baton::amplification {
namespace {

constexpr int kLayers = 5;
constexpr int kAttempts = 3;
constexpr int kRequests = 100;

int Power(int base, int exponent) {
  int power = 1;
  for (int i = 0; i < exponent; ++i) power *= base;
  return power;
}

TEST(TwoHundredFortyThreeTest, NaiveLayersMultiply) {
  EXPECT_EQ(Measure(LayeredStack::Naive(kLayers, kAttempts)).at_last, 243);
  for (int layers = 1; layers <= 6; ++layers) {
    for (int attempts = 2; attempts <= 4; ++attempts) {
      EXPECT_EQ(Measure(LayeredStack::Naive(layers, attempts)).at_last,
                Power(attempts, layers));
    }
  }
}

class LayeredStackTest : public testing::TestWithParam<Owner> {
 protected:
  LayeredStack stack_ = LayeredStack::WithBaton(kLayers, kAttempts, GetParam());
};

TEST_P(LayeredStackTest, LastServiceGetsThreeCalls) {
  EXPECT_EQ(Measure(stack_, kRequests).at_last, 3);
}

TEST_P(LayeredStackTest, LastServiceGetsTheAttemptsOfOneLayerAtAnyDepth) {
  for (int layers = 1; layers <= 6; ++layers) {
    for (int attempts = 2; attempts <= 4; ++attempts) {
      EXPECT_EQ(Measure(LayeredStack::WithBaton(layers, attempts, GetParam()))
                    .at_last,
                attempts)
          << layers << " layers";
    }
  }
}

TEST_P(LayeredStackTest, LastServiceGetsThreeCallsIfNoCalleeIsKnown) {
  for (Service& service : stack_.tree.services) {
    for (CallSite& call : service.calls) call.callee_known = false;
  }
  EXPECT_EQ(Measure(stack_, kRequests).at_last, 3);
}

TEST_P(LayeredStackTest, LastServiceGetsThreeHedgedCalls) {
  for (Service& service : stack_.tree.services) {
    for (CallSite& call : service.calls) call.hedged = true;
  }
  EXPECT_EQ(Measure(stack_, kRequests).at_last, 3);
}

TEST_P(LayeredStackTest, LastServiceGetsThreeCallsIfTrailersAreLost) {
  stack_.faults.lost_trailer = 1;
  EXPECT_LE(Measure(stack_, kRequests).at_last, 3);
}

TEST_P(LayeredStackTest, LayerThatCopiesTheHeaderDoesNotMultiply) {
  stack_.Middle().participation = Participation::kForwardsHeader;
  EXPECT_LE(Measure(stack_, kRequests).at_last, 3);
}

// The layers on either side of it cannot know of each other.
TEST_P(LayeredStackTest, LayerThatDropsTheHeaderMultipliesOnce) {
  stack_.Middle().participation = Participation::kDropsHeader;
  EXPECT_LE(Measure(stack_, kRequests).at_last, 9);
}

TEST_P(LayeredStackTest, DroppedHeaderDoesNotMultiplyIfWhenAbsentIsZero) {
  for (std::size_t i = 1; i < stack_.tree.services.size(); ++i) {
    stack_.tree.services[i].inbound_grant.when_absent = 0;
  }
  stack_.Middle().participation = Participation::kDropsHeader;
  EXPECT_LE(Measure(stack_, kRequests).at_last, 3);
}

INSTANTIATE_TEST_SUITE_P(EachOwner, LayeredStackTest,
                         testing::Values(Owner{OwnerMode::kKeep, 0},
                                         Owner{OwnerMode::kDelegate, 0},
                                         Owner{OwnerMode::kSplit, 1},
                                         Owner{OwnerMode::kSplit, 2}),
                         [](const auto& owner) {
                           return std::string(ToString(owner.param.mode)) +
                                  std::to_string(owner.param.kept_grant);
                         });

}  // namespace
}  // namespace baton::amplification
