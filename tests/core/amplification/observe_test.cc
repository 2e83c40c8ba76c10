// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A service in observe mode is a transparent hop: whichever services of a stack
// only observe, the last one gets no more calls than if all services enforced.

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/core/amplification/layered_stack.h"
#include "tests/core/amplification/seeded_uniform.h"
#include "tests/core/amplification/stack_conditions.h"

namespace baton::amplification {
namespace {

constexpr int kRequests = 20;

class ObserveTest : public testing::TestWithParam<Owner> {
 protected:
  // Calls `check(stack, layers, attempts, condition)` for each stack whose
  // services all participate.
  template <typename Check>
  void ForEachStack(Check check) {
    for (int layers = 3; layers <= 5; ++layers) {
      for (int attempts = 2; attempts <= 4; ++attempts) {
        for (const StackCondition& condition : AllStackConditions()) {
          // Behind a service that drops the header there is a new edge.
          if (absl::StrContains(condition.name, "drops") ||
              absl::StrContains(condition.name, "the same")) {
            continue;
          }
          LayeredStack stack =
              LayeredStack::WithBaton(layers, attempts, GetParam());
          condition.apply(stack);
          check(stack, layers, attempts, condition.name);
        }
      }
    }
  }

  static void Observe(LayeredStack& stack, int service) {
    for (CallSite& call :
         stack.tree.services[static_cast<std::size_t>(service)].calls) {
      call.policy.mode = Mode::kObserve;
    }
  }
};

TEST_P(ObserveTest, EachServiceInTurnDoesNotRaiseTheCallsAtTheLast) {
  ForEachStack([](const LayeredStack& stack, int layers, int attempts,
                  const std::string& condition) {
    for (int service = 0; service < layers; ++service) {
      LayeredStack observing = stack;
      Observe(observing, service);
      EXPECT_LE(Measure(observing, kRequests).at_last, attempts)
          << layers << " layers, service " << service << ", " << condition;
    }
  });
}

TEST_P(ObserveTest, AnyServicesTogetherDoNotRaiseTheCallsAtTheLast) {
  ForEachStack([](const LayeredStack& stack, int layers, int attempts,
                  const std::string& condition) {
    for (int subset = 1; subset < 1 << layers; ++subset) {
      LayeredStack observing = stack;
      for (int service = 0; service < layers; ++service) {
        if ((subset >> service & 1) != 0) Observe(observing, service);
      }
      EXPECT_LE(Measure(observing, 3).at_last, attempts)
          << layers << " layers, services " << subset << ", " << condition;
    }
  });
}

TEST_P(ObserveTest, RetriesThatAreSwitchedOffStaySwitchedOff) {
  for (int service = 0; service < 4; ++service) {
    LayeredStack stack = LayeredStack::WithBaton(4, 3, GetParam());
    MethodPolicy& policy =
        stack.tree.services[static_cast<std::size_t>(service)].calls[0].policy;
    policy.retry.max_attempts = 1;
    const int enforced = Measure(stack, kRequests).at_last;
    policy.mode = Mode::kObserve;
    EXPECT_LE(Measure(stack, kRequests).at_last, enforced) << service;
  }
}

// Services with different policies, each drawn 300 times. The same stack in
// which all services enforce is the measure.
TEST_P(ObserveTest, ServiceWithAnyPolicyDoesNotRaiseTheCallsAtTheLast) {
  constexpr int kLayers = 4;
  SeededUniform draws(1);
  for (int trial = 0; trial < 300; ++trial) {
    LayeredStack stack = LayeredStack::WithBaton(kLayers, 3, GetParam());
    std::string drawn;
    for (std::size_t service = 0; service < kLayers; ++service) {
      RetryOptions& retry = stack.tree.services[service].calls[0].policy.retry;
      retry.max_attempts = 1 + draws.Below(4);
      retry.edge_grant = draws.Below(4);
      absl::StrAppend(&drawn, retry.max_attempts, "/", retry.edge_grant, " ");
    }
    const int enforced = Measure(stack).at_last;
    // With DELEGATE, the services above keep the grant, and may allow more
    // attempts than the service that observes. The grant still limits them.
    const int granted = stack.tree.services[0].calls[0].policy.retry.edge_grant;
    const int allowed = GetParam().mode == OwnerMode::kDelegate
                            ? std::max(enforced, granted + 1)
                            : enforced;
    for (int service = 1; service < kLayers; ++service) {
      LayeredStack observing = stack;
      Observe(observing, service);
      EXPECT_LE(Measure(observing).at_last, allowed)
          << "service " << service << ", attempts/edge_grant " << drawn;
    }
    // The exception: below an edge that observes, the next service is the edge,
    // and its own grant counts.
    LayeredStack observing = stack;
    Observe(observing, 0);
    const RetryOptions& next = stack.tree.services[1].calls[0].policy.retry;
    EXPECT_LE(Measure(observing).at_last,
              std::max(enforced, next.edge_grant + 1))
        << "the edge, attempts/edge_grant " << drawn;
  }
}

// Without a retry at the observing edge, the next service is the edge.
TEST_P(ObserveTest, FailedRequestIsStillRetriedBelowAnObservingEdge) {
  LayeredStack stack = LayeredStack::WithBaton(4, 3, GetParam());
  Observe(stack, 0);
  EXPECT_EQ(Measure(stack, kRequests).at_last, 3);
}

INSTANTIATE_TEST_SUITE_P(Each, ObserveTest,
                         testing::Values(Owner{OwnerMode::kKeep, 0},
                                         Owner{OwnerMode::kDelegate, 0},
                                         Owner{OwnerMode::kSplit, 1}),
                         [](const auto& owner) {
                           return std::string(ToString(owner.param.mode));
                         });

}  // namespace
}  // namespace baton::amplification
