// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Real layers below an application whose calls are not idempotent. The layers
// below use its grant, within the amplification bound.

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "baton/test_chain.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"

namespace baton {
namespace {

constexpr char kLast[] = "layer 4";

class ForwardingTest : public ::testing::TestWithParam<Owner> {
 protected:
  // The calls of the application and of the first `not_idempotent` layers are
  // not idempotent.
  void Start(int not_idempotent) {
    ClientOptions client = QuickOptions();
    client.policy.everything().retry.owner = GetParam();
    chain::Options options;
    options.layers.resize(4);
    for (chain::Layer& layer : options.layers) layer.caller.options = client;
    client.policy.everything().idempotency = Idempotency::kUnknown;
    options.app.options = client;
    for (int i = 0; i < not_idempotent; ++i) {
      options.layers[static_cast<std::size_t>(i)].caller.options = client;
    }
    DisableOtherLimits(options);
    auto started = chain::Chain::Start(options);
    ASSERT_TRUE(started.ok()) << started.status();
    chain_ = *std::move(started);
    // Each layer learns that its callee participates.
    ASSERT_TRUE(chain_->Send().ok());
    chain_->TakeReport();
  }
  chain::Report Send(chain::Behavior behavior) {
    chain_->Set(kLast, std::move(behavior));
    chain_->Send(20, 4);
    return chain_->TakeReport();
  }

  std::unique_ptr<chain::Chain> chain_;
};

INSTANTIATE_TEST_SUITE_P(Each, ForwardingTest,
                         ::testing::Values(Owner{OwnerMode::kKeep, 0},
                                           Owner{OwnerMode::kDelegate, 0},
                                           Owner{OwnerMode::kSplit, 1}),
                         [](const auto& owner) {
                           return std::string(ToString(owner.param.mode));
                         });

TEST_P(ForwardingTest, IdempotentCallsBelowRepairOneFailure) {
  for (const int not_idempotent : {0, 1, 2}) {
    Start(not_idempotent);
    const chain::Report report = Send(chain::FirstCalls(1, chain::Fail()));
    EXPECT_EQ(report.served, 20) << not_idempotent << " " << report;
    EXPECT_EQ(report.CallsAt(kLast), 2 * 20) << not_idempotent;
    EXPECT_TRUE(report.CheckAmplification().ok())
        << report.CheckAmplification();
  }
}

TEST_P(ForwardingTest, LastLayerGetsNoMoreCallsThanTheGrantAllows) {
  for (const int not_idempotent : {0, 1, 2}) {
    Start(not_idempotent);
    const chain::Report report = Send(chain::Always(chain::Fail()));
    EXPECT_EQ(report.MaxCallsAt(kLast), 3) << not_idempotent << " " << report;
    EXPECT_TRUE(report.CheckAmplification().ok())
        << report.CheckAmplification();
  }
}

// A rejection proves that nothing was processed, so that a call may follow that
// is not idempotent. Both its retries and the forwarded grant count.
TEST_P(ForwardingTest, RejectionsStayWithinTheGrant) {
  for (const int not_idempotent : {0, 2, 3}) {
    Start(not_idempotent);
    const chain::Report report =
        Send(chain::Always(chain::Fail().RetryAfter(absl::Milliseconds(1))));
    EXPECT_LE(report.MaxCallsAt(kLast), 3) << not_idempotent << " " << report;
    EXPECT_GE(report.MaxCallsAt(kLast), 2) << not_idempotent << " " << report;
    EXPECT_TRUE(report.CheckAmplification().ok())
        << report.CheckAmplification();
  }
}

}  // namespace
}  // namespace baton
