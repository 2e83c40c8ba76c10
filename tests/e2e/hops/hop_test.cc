// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that the example of docs/wire/other-languages.md keeps the
// amplification bound between a client and a leaf.

#include <string>
#include <vector>

#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/e2e/peers/peer_process.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class HopTest : public ::testing::Test {
 protected:
  // Makes a call without Baton, with these values of `retry-budget`.
  UnaryResult Call(const std::vector<std::string>& budgets) {
    const auto context = NewContext(kPatience);
    for (const std::string& budget : budgets) {
      context->AddMetadata("retry-budget", budget);
    }
    const auto channel =
        grpc::CreateChannel(hop_.address(), grpc::InsecureChannelCredentials());
    return MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("x"));
  }
  std::vector<std::string> BudgetsAtLeaf() {
    std::vector<std::string> budgets;
    for (const SeenAttempt& attempt : leaf_.AllAttempts()) {
      for (const std::string& value : attempt.Values("retry-budget")) {
        budgets.push_back(value);
      }
    }
    return budgets;
  }

  ScriptedServer leaf_;
  PeerProcess hop_{{"node", "tests/e2e/hops/hop.js",
                    PeerProcess::JavaScriptCommand().back(), leaf_.address()}};
};

TEST_F(HopTest, HopUsesItsGrant) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  const UnaryResult result = Call({"g=1,n=0,h=1"});
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(BudgetsAtLeaf(),
              ElementsAre("g=0,n=0,h=2", "g=0,n=1,h=2,k=r,w=unavailable"));
  EXPECT_THAT(result.Trailers("retry-advice"),
              ElementsAre("r=no,w=exhausted,u=1"));
  EXPECT_THAT(result.Trailers("grpc-retry-pushback-ms"), ElementsAre("-1"));
}

TEST_F(HopTest, HopWithoutAGrantDoesNotRetry) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  const UnaryResult result = Call({"g=0,n=0,h=1"});
  EXPECT_EQ(leaf_.attempts(), 1);
  EXPECT_THAT(result.Trailers("retry-advice"), ElementsAre("r=ok,u=0"));
  EXPECT_THAT(result.Trailers("grpc-retry-pushback-ms"), IsEmpty());
}

TEST_F(HopTest, HopWithoutAHeaderIsTheEdge) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  Call({});
  EXPECT_EQ(leaf_.attempts(), 3);
  EXPECT_EQ(BudgetsAtLeaf().front(), "g=0,n=0,h=1");
}

TEST_F(HopTest, OddHeadersGetNoGrant) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  const std::vector<std::vector<std::string>> odd = {
      {"g=10"},      {"2"},          {"g=2,"},
      {"g=2;n=0"},   {"g=2", "g=0"}, {"g=2,h=15"},
      {"g=2,n=-1"},  {"n=0,h=1"},    {"g=2,x=" + std::string(64, 'y')},
      {"g=2,h=016"}, {"g=2,g=ten"},
  };
  int attempts = 0;
  for (const std::vector<std::string>& budgets : odd) {
    Call(budgets);
    EXPECT_EQ(leaf_.attempts(), ++attempts) << budgets.front();
  }
}

TEST_F(HopTest, HopReportsTheUseOfASuccess) {
  leaf_.Add(Fail(StatusCode::UNAVAILABLE));
  const UnaryResult result = Call({"g=2,n=0,h=1"});
  EXPECT_TRUE(result.status.ok());
  EXPECT_THAT(result.Trailers("retry-advice"), ElementsAre("r=ok,u=1"));
}

TEST_F(HopTest, HopForwardsANoOfItsCallee) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE)
                      .WithTrailer("retry-advice", "r=no,w=overload,u=0"));
  const UnaryResult result = Call({"g=2,n=0,h=1"});
  EXPECT_EQ(leaf_.attempts(), 1);
  EXPECT_THAT(result.Trailers("retry-advice"),
              ElementsAre("r=no,w=overload,u=0"));
}

TEST_F(HopTest, HopBelowBatonGetsThreeAttemptsInAll) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  for (const OwnerMode owner : {OwnerMode::kKeep, OwnerMode::kDelegate}) {
    ClientOptions options = QuickOptions();
    options.policy.everything().retry.owner.mode = owner;
    const auto edge = NewBatonChannel(hop_.address(), options);
    const auto call = [&edge] {
      MakeUnaryCall(UnaryForm::kSync, edge, NewContext(kPatience),
                    RequestOf("x"));
    };
    call();  // Learns that the hop participates.
    const int before = leaf_.attempts();
    call();
    EXPECT_EQ(leaf_.attempts() - before, 3) << ToString(owner);
  }
}

}  // namespace
}  // namespace baton
