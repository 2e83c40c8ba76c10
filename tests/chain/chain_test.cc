// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Five real layers with three attempts each. The last layer gets 243 calls if
// each layer retries alone. It gets 3 if the layers share one grant, for each
// owner mode and with every fault.

#include <memory>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "baton/test_chain.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"

namespace baton {
namespace {

using chain::Always;
using chain::Behavior;
using chain::Chain;
using chain::Fail;
using chain::FirstCalls;
using chain::Participation;
using chain::Report;
using ::testing::HasSubstr;

constexpr char kLast[] = "layer 5";
constexpr char kMiddle[] = "layer 3";

std::unique_ptr<Chain> Start(const chain::Options& options) {
  auto started = Chain::Start(options);
  if (started.ok()) return *std::move(started);
  ADD_FAILURE() << started.status();
  return nullptr;
}

// Five layers that do not know each other.
chain::Options Naive(int attempts) {
  chain::Options options;
  options.app_participation = Participation::kNone;
  options.app.loop_attempts = attempts;
  options.layers.resize(5);
  for (chain::Layer& layer : options.layers) {
    layer.participation = Participation::kNone;
    layer.caller.loop_attempts = attempts;
  }
  return options;
}

chain::Options WithBaton(Owner owner) {
  ClientOptions client = QuickOptions();
  client.policy.everything().retry.owner = owner;
  chain::Options options;
  options.app.options = client;
  options.layers.resize(5);
  for (chain::Layer& layer : options.layers) layer.caller.options = client;
  DisableOtherLimits(options);
  return options;
}

// The application's loop is the first of the five layers.
TEST(ChainTest, NaiveLayersMultiply) {
  const auto chain = Start(Naive(3));
  chain->Set(kLast, Always(Fail()));
  EXPECT_EQ(chain->Send().error_code(), grpc::StatusCode::UNAVAILABLE);
  const Report report = chain->TakeReport();
  EXPECT_EQ(report.MaxCallsAt(kLast), 243) << report;
  EXPECT_EQ(report.failures.at(grpc::StatusCode::UNAVAILABLE), 1);
}

class OwnerTest : public ::testing::TestWithParam<Owner> {
 protected:
  void Start() { chain_ = baton::Start(options_); }
  // Lets each layer learn that its callee participates.
  void LearnParticipants() {
    ASSERT_TRUE(chain_->Send().ok());
    chain_->TakeReport();
  }
  // Sends some requests while `layer` behaves like that.
  Report Send(const std::string& layer, Behavior behavior) {
    chain_->Set(layer, std::move(behavior));
    chain_->Send(20, 4);
    Report report = chain_->TakeReport();
    EXPECT_EQ(report.requests, 20);
    return report;
  }

  chain::Options options_ = WithBaton(GetParam());
  std::unique_ptr<Chain> chain_;
};

INSTANTIATE_TEST_SUITE_P(Each, OwnerTest,
                         ::testing::Values(Owner{OwnerMode::kKeep, 0},
                                           Owner{OwnerMode::kDelegate, 0},
                                           Owner{OwnerMode::kSplit, 1}),
                         [](const auto& owner) {
                           return std::string(ToString(owner.param.mode));
                         });

TEST_P(OwnerTest, LastLayerGetsThreeCalls) {
  Start();
  LearnParticipants();
  const Report report = Send(kLast, Always(Fail()));
  EXPECT_EQ(report.CallsAt(kLast), 3 * 20) << report;
  EXPECT_EQ(report.MaxCallsAt(kLast), 3);
  EXPECT_EQ(report.served, 0);
  EXPECT_TRUE(report.CheckAmplification().ok()) << report.CheckAmplification();
}

TEST_P(OwnerTest, LastLayerGetsThreeCallsBeforeCalleesAreKnown) {
  Start();
  const Report report = Send(kLast, Always(Fail()));
  EXPECT_LE(report.MaxCallsAt(kLast), 3) << report;
  EXPECT_TRUE(report.CheckAmplification().ok()) << report.CheckAmplification();
}

// The layers on either side of it cannot know of each other.
TEST_P(OwnerTest, NonParticipatingLayerMultipliesOnce) {
  options_.layers[2].participation = Participation::kNone;
  Start();
  LearnParticipants();
  const Report report = Send(kLast, Always(Fail()));
  EXPECT_LE(report.MaxCallsAt(kLast), 9) << report;
  EXPECT_TRUE(report.CheckAmplification().ok()) << report.CheckAmplification();
}

TEST_P(OwnerTest, NonParticipatingLayerDoesNotMultiplyIfWhenAbsentIsZero) {
  options_.layers[2].participation = Participation::kNone;
  for (chain::Layer& layer : options_.layers) {
    layer.server.inbound_grant.when_absent = 0;
  }
  Start();
  LearnParticipants();
  const Report report = Send(kLast, Always(Fail()));
  EXPECT_LE(report.MaxCallsAt(kLast), 3) << report;
  EXPECT_TRUE(report.CheckAmplification().ok()) << report.CheckAmplification();
}

TEST_P(OwnerTest, LayerThatCopiesTheHeaderDoesNotMultiply) {
  options_.layers[2].participation = Participation::kCopiesHeader;
  Start();
  LearnParticipants();
  const Report report = Send(kLast, Always(Fail()));
  EXPECT_LE(report.MaxCallsAt(kLast), 3) << report;
  EXPECT_TRUE(report.CheckAmplification().ok()) << report.CheckAmplification();
}

TEST_P(OwnerTest, LostTrailersDoNotMultiply) {
  Start();
  LearnParticipants();
  chain_->Set(kMiddle, Always(chain::NoFault().LosingTrailers()));
  const Report report = Send(kLast, Always(Fail().LosingTrailers()));
  EXPECT_LE(report.MaxCallsAt(kLast), 3) << report;
  EXPECT_GE(report.CallsAt(kLast), 20);
  EXPECT_TRUE(report.CheckAmplification().ok()) << report.CheckAmplification();
}

TEST_P(OwnerTest, CrashesMidRequestDoNotMultiply) {
  Start();
  LearnParticipants();
  chain_->Set(kLast, chain::AtRandom(0.3, Fail()));
  const Report report =
      Send(kMiddle, chain::AtRandom(0.3, chain::Crash().AfterCalls()));
  EXPECT_LE(report.MaxCallsAt(kLast), 3) << report;
  EXPECT_LT(report.served, 20);
  EXPECT_GT(report.served, 0);
  EXPECT_TRUE(report.CheckAmplification().ok()) << report.CheckAmplification();
}

// After a crash the whole forwarded grant counts as used. A layer that kept its
// grant still has it.
// Only a layer that keeps its grant can hedge: a delegated grant is not
// available while an attempt is in flight.
TEST_P(OwnerTest, HedgesStayWithinTheGrant) {
  const bool delegates = GetParam().mode == OwnerMode::kDelegate;
  HedgeOptions hedge;
  hedge.max_attempts = 2;
  hedge.delay = absl::Milliseconds(2);
  hedge.max_extra_load_ratio = 1;
  options_.app.options.policy.everything().hedge = hedge;
  for (chain::Layer& layer : options_.layers) {
    layer.caller.options.policy.everything().hedge = hedge;
  }
  if (delegates) options_.timeout = absl::Milliseconds(200);
  Start();
  LearnParticipants();
  const Report report = Send(kLast, FirstCalls(1, chain::Hang()));
  EXPECT_LE(report.MaxCallsAt(kLast), 3) << report;
  EXPECT_TRUE(report.CheckAmplification().ok()) << report.CheckAmplification();
  if (delegates) return;
  EXPECT_EQ(report.served, 20) << report;
  EXPECT_GE(report.MaxCallsAt(kLast), 2) << report;
}

TEST(ChainTest, CrashCostsOneAttemptIfTheGrantIsKept) {
  const auto chain = Start(WithBaton(Owner()));
  chain->Set(kMiddle, chain::FirstCalls(2, chain::Crash().AfterCalls()));
  EXPECT_TRUE(chain->Send().ok());
  const Report report = chain->TakeReport();
  EXPECT_EQ(report.MaxCallsAt(kMiddle), 3) << report;
  EXPECT_EQ(report.MaxCallsAt(kLast), 3) << report;
}

// Covers the other defaults: in an outage process budgets and limits stop
// unsuccessful retries.
TEST(ChainTest, OutageEndsMostRetries) {
  chain::Options options;
  options.layers.resize(5);
  for (chain::Caller* caller :
       {&options.app, &options.layers[0].caller, &options.layers[1].caller,
        &options.layers[2].caller, &options.layers[3].caller}) {
    caller->options = QuickOptions();
    caller->options.policy.process_budget = {};
    caller->options.policy.retry_breaker = {};
  }
  const auto chain = Start(options);
  chain->Set(kLast, Always(Fail()));
  chain->Send(100, 4);
  chain->TakeReport();
  chain->Send(400, 4);
  const Report report = chain->TakeReport();
  EXPECT_LE(report.LoadAt(kLast), 1.15) << report;
}

// Two layers with three calls each: 9 calls at the last layer, and at most 3
// times as many if all of them fail.
TEST_P(OwnerTest, EachCallOfAFanOutGetsTheWholeGrant) {
  options_.layers.resize(3);
  options_.layers[0].calls = {"layer 2", "layer 2", "layer 2"};
  options_.layers[0].calls_at_once = true;
  options_.layers[1].calls = {"layer 3", "layer 3", "layer 3"};
  Start();
  LearnParticipants();
  const Report served = Send("layer 3", Always(chain::NoFault()));
  EXPECT_EQ(served.CallsAt("layer 3"), 9 * 20) << served;
  const Report report = Send("layer 3", Always(Fail()));
  EXPECT_GT(report.MaxCallsAt("layer 3"), 3) << report;
  EXPECT_TRUE(report.CheckAmplification().ok()) << report.CheckAmplification();
}

TEST_P(OwnerTest, RetriesSaveRequestsAfterFewFailures) {
  Start();
  LearnParticipants();
  const Report report = Send(kLast, chain::FirstCalls(1, Fail()));
  EXPECT_EQ(report.served, 20) << report;
  EXPECT_EQ(report.CallsAt(kLast), 2 * 20);
  EXPECT_DOUBLE_EQ(report.LoadAt(kLast), 2);
}

// A hop that copies the header and also retries breaks the bound for its
// callees, because they get the same grant three times. The check must notice
// this.
TEST(ChainTest, CheckReportsABrokenAmplificationBound) {
  chain::Options options = WithBaton({OwnerMode::kDelegate, 0});
  options.layers[2].participation = Participation::kCopiesHeader;
  options.layers[2].caller.loop_attempts = 3;
  const auto chain = Start(options);
  ASSERT_TRUE(chain->Send().ok());
  chain->TakeReport();
  chain->Set(kLast, Always(Fail()));
  chain->Send();
  const Report report = chain->TakeReport();
  const absl::Status amplification = report.CheckAmplification();
  EXPECT_EQ(amplification.code(), absl::StatusCode::kFailedPrecondition)
      << report;
  EXPECT_THAT(std::string(amplification.message()),
              HasSubstr("layer 3 -> layer 4"));
  EXPECT_THAT(report.ToString(), HasSubstr("EXCEEDED"));
}

TEST(ChainTest, CallerFollowsTheAdviceOfAHandler) {
  const auto chain = Start(WithBaton(Owner()));
  chain->Set(kLast, Always(Fail().DoNotRetry()));
  chain->Send();
  EXPECT_EQ(chain->TakeReport().MaxCallsAt(kLast), 1);
  chain->Set(kLast,
             chain::FirstCalls(1, Fail().RetryAfter(absl::Milliseconds(1))));
  EXPECT_TRUE(chain->Send().ok());
  EXPECT_EQ(chain->TakeReport().MaxCallsAt(kLast), 2);
}

TEST(ChainTest, AttemptAtAHangingLayerTimesOut) {
  chain::Options options = WithBaton(Owner());
  options.timeout = absl::Milliseconds(200);
  const auto chain = Start(options);
  chain->Set(kLast, Always(chain::Hang()));
  EXPECT_EQ(chain->Send().error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
}

TEST(ChainTest, ChainEndsWithRequestsInFlight) {
  chain::Options options = WithBaton(Owner());
  auto chain = Start(options);
  chain->Set(kLast, Always(chain::Crash()));
  EXPECT_EQ(chain->Send().error_code(), grpc::StatusCode::UNAVAILABLE);
  chain.reset();
}

}  // namespace
}  // namespace baton
