// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Real layers. Some of them only observe. Such a layer is a transparent hop:
// the last layer gets no more calls than if every layer enforced its policy.

#include <cstddef>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "baton/test_chain.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"

namespace baton {
namespace {

class ObservingLayerTest : public ::testing::TestWithParam<Owner> {
 protected:
  static chain::Options OptionsFor(int layers) {
    ClientOptions client = QuickOptions();
    client.policy.everything().retry.owner = GetParam();
    chain::Options options;
    options.app.options = client;
    options.layers.resize(static_cast<std::size_t>(layers));
    for (chain::Layer& layer : options.layers) layer.caller.options = client;
    return options;
  }

  static void Observe(chain::Caller& caller) {
    caller.options.policy.everything().mode = Mode::kObserve;
  }

  // Returns the maximum number of calls that a request causes at the last
  // layer, which always fails.
  static int CallsAtTheLast(chain::Options options) {
    DisableOtherLimits(options);
    const std::string last = absl::StrCat("layer ", options.layers.size());
    auto started = chain::Chain::Start(options);
    EXPECT_TRUE(started.ok()) << started.status();
    if (!started.ok()) return -1;
    chain::Chain& chain = **started;
    // Each layer learns that its callee participates.
    EXPECT_TRUE(chain.Send().ok());
    chain.TakeReport();
    chain.Set(last, chain::Always(chain::Fail()));
    chain.Send(10, 2);
    return chain.TakeReport().MaxCallsAt(last);
  }
};

INSTANTIATE_TEST_SUITE_P(Each, ObservingLayerTest,
                         ::testing::Values(Owner{OwnerMode::kKeep, 0},
                                           Owner{OwnerMode::kDelegate, 0},
                                           Owner{OwnerMode::kSplit, 1}),
                         [](const auto& owner) {
                           return std::string(ToString(owner.param.mode));
                         });

TEST_P(ObservingLayerTest, EachLayerInTurnDoesNotRaiseTheCallsAtTheLast) {
  for (int layers = 3; layers <= 5; ++layers) {
    // The last layer makes no calls.
    for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(layers); ++i) {
      chain::Options options = OptionsFor(layers);
      Observe(options.layers[i].caller);
      EXPECT_LE(CallsAtTheLast(options), 3) << layers << " layers, " << i;
    }
  }
}

TEST_P(ObservingLayerTest, ObservingApplicationDoesNotRaiseTheCallsAtTheLast) {
  for (int layers = 3; layers <= 5; ++layers) {
    chain::Options options = OptionsFor(layers);
    Observe(options.app);
    EXPECT_LE(CallsAtTheLast(options), 3) << layers << " layers";
  }
}

TEST_P(ObservingLayerTest, LastLayerGetsThreeCallsIfAllLayersObserve) {
  chain::Options options = OptionsFor(4);
  for (chain::Layer& layer : options.layers) Observe(layer.caller);
  // Only the application retries, whatever its owner mode is.
  EXPECT_LE(CallsAtTheLast(options), 3);
}

}  // namespace
}  // namespace baton
