// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Grants that pass through one, two and three servers, in one process and over
// real sockets.

#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "baton/client.h"
#include "baton/server.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

enum class Api { kSync, kCallback };

struct Hop {
  Api api;
  LinkBy link;
};

std::unique_ptr<MiddleServer> NewForwarder(Hop hop, const std::string& next,
                                           ClientOptions options) {
  auto channel = NewBatonChannel(next, std::move(options));
  if (hop.api == Api::kSync) {
    return std::make_unique<MiddleServer>(
        Forward(std::move(channel), hop.link));
  }
  return std::make_unique<MiddleServer>(
      ForwardByCallback(std::move(channel), hop.link));
}

ClientOptions OwnedBy(OwnerMode mode, int kept_grant = 0) {
  ClientOptions options = QuickOptions();
  options.policy.everything().retry.owner = {mode, kept_grant};
  return options;
}

// Makes one call of a client without Baton.
UnaryResult CallBare(const MiddleServer& server, const std::string& budget) {
  const auto context = NewContext(kPatience);
  if (!budget.empty()) context->AddMetadata("retry-budget", budget);
  return MakeUnaryCall(UnaryForm::kCqFinish, server.NewChannel(), context,
                       RequestOf("x"));
}

class OneHopTest : public ::testing::TestWithParam<std::tuple<Api, LinkBy>> {
 protected:
  std::unique_ptr<MiddleServer> NewServer(OwnerMode mode = OwnerMode::kKeep) {
    const auto [api, link] = GetParam();
    return NewForwarder({api, link}, leaf_.address(), OwnedBy(mode));
  }
  // Only synchronous handlers state that the server drops cancelled work.
  static std::string Advice(const std::string& advice) {
    return std::get<0>(GetParam()) == Api::kSync ? advice + ",c=d" : advice;
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
};

INSTANTIATE_TEST_SUITE_P(
    Handlers, OneHopTest,
    ::testing::Combine(::testing::Values(Api::kSync, Api::kCallback),
                       ::testing::Values(LinkBy::kThread, LinkBy::kContext,
                                         LinkBy::kScope)),
    [](const auto& handler) {
      std::ostringstream name;
      name << (std::get<0>(handler.param) == Api::kSync ? "Sync" : "Callback")
           << std::get<1>(handler.param);
      return name.str();
    });

TEST_P(OneHopTest, RequestUsesItsGrant) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  const auto server = NewServer();
  const UnaryResult result = CallBare(*server, "g=1,n=0,h=1");
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(BudgetsAtLeaf(),
              ElementsAre("g=0,n=0,h=2", "g=0,n=1,h=2,k=r,w=unavailable"));
  EXPECT_THAT(result.Trailers("retry-advice"),
              ElementsAre(Advice("r=no,w=exhausted,u=1")));
  EXPECT_THAT(result.Trailers("grpc-retry-pushback-ms"), ElementsAre("-1"));
}

TEST_P(OneHopTest, RequestWithoutGrantMakesNoRetries) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  const auto server = NewServer();
  const UnaryResult result = CallBare(*server, "g=0,n=0,h=1");
  EXPECT_EQ(leaf_.attempts(), 1);
  // The failed call may have taken effect, and the caller may still retry.
  EXPECT_THAT(result.Trailers("retry-advice"),
              ElementsAre(Advice("r=ok,w=ambiguous,u=0")));
  EXPECT_THAT(result.Trailers("grpc-retry-pushback-ms"), IsEmpty());
}

TEST_P(OneHopTest, RequestWithoutHeaderStartsAtTheEdge) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  const auto server = NewServer();
  const UnaryResult result = CallBare(*server, "");
  EXPECT_THAT(BudgetsAtLeaf(),
              ElementsAre("g=0,n=0,h=1", "g=0,n=1,h=1,k=r,w=unavailable",
                          "g=0,n=2,h=1,k=r,w=unavailable"));
  EXPECT_THAT(result.Trailers("grpc-retry-pushback-ms"), ElementsAre("-1"));
}

TEST_P(OneHopTest, CallerWithoutBatonGetsNoAdvice) {
  const auto server = NewServer();
  const UnaryResult result = CallBare(*server, "");
  EXPECT_TRUE(result.status.ok());
  EXPECT_THAT(result.trailing_metadata, IsEmpty());
}

TEST_P(OneHopTest, SuccessReportsTheUsedGrant) {
  leaf_.Add(Fail(StatusCode::UNAVAILABLE));
  const auto server = NewServer();
  const UnaryResult result = CallBare(*server, "g=2,n=0,h=1");
  EXPECT_TRUE(result.status.ok());
  EXPECT_THAT(result.Trailers("retry-advice"), ElementsAre(Advice("r=ok,u=1")));
}

TEST_P(OneHopTest, NoFromCalleeIsForwarded) {
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE)
                      .WithTrailer("retry-advice", "r=no,w=overload,u=0"));
  const auto server = NewServer();
  const UnaryResult result = CallBare(*server, "g=2,n=0,h=1");
  EXPECT_EQ(leaf_.attempts(), 1);
  EXPECT_THAT(result.Trailers("retry-advice"),
              ElementsAre(Advice("r=no,w=overload,u=0")));
}

// The leaf participates only after its first response. It then gets the whole
// grant.
TEST_P(OneHopTest, GrantIsDelegatedToAParticipatingCallee) {
  leaf_.Add(Echo().WithTrailer("retry-advice", "r=ok,u=0"));
  const auto server = NewServer(OwnerMode::kDelegate);
  EXPECT_TRUE(CallBare(*server, "g=2,n=0,h=1").status.ok());
  // The leaf reports that it used one, so one is left.
  leaf_.Otherwise(
      Fail(StatusCode::UNAVAILABLE).WithTrailer("retry-advice", "r=ok,u=1"));
  const UnaryResult result = CallBare(*server, "g=2,n=0,h=1");
  EXPECT_THAT(BudgetsAtLeaf(), ElementsAre("g=0,n=0,h=2", "g=2,n=0,h=2",
                                           "g=0,n=1,h=2,k=r,w=unavailable"));
  EXPECT_THAT(result.Trailers("retry-advice"),
              ElementsAre(Advice("r=no,w=exhausted,u=2")));
}

TEST_P(OneHopTest, SilentParticipantCountsAsHavingUsedItsGrant) {
  leaf_.Add(Echo().WithTrailer("retry-advice", "r=ok,u=0"));
  leaf_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  const auto server = NewServer(OwnerMode::kDelegate);
  EXPECT_TRUE(CallBare(*server, "g=2,n=0,h=1").status.ok());
  const UnaryResult result = CallBare(*server, "g=2,n=0,h=1");
  EXPECT_EQ(leaf_.attempts(), 2);
  EXPECT_THAT(result.Trailers("retry-advice"),
              ElementsAre(Advice("r=no,w=exhausted,u=2")));
}

// Several layers. The calls of the last one fail. However the layers share the
// grant, the leaf gets one first attempt and the extra attempts of the grant.
struct Stack {
  std::string name;
  Owner owner;
  std::vector<Hop> hops;
};

class StackTest : public ::testing::TestWithParam<Stack> {};

std::vector<Stack> Stacks() {
  const Hop sync{Api::kSync, LinkBy::kThread};
  const Hop callback{Api::kCallback, LinkBy::kScope};
  const Hop derived{Api::kCallback, LinkBy::kContext};
  const std::vector<std::pair<std::string, Owner>> owners = {
      {"Keep", {OwnerMode::kKeep, 0}},
      {"Delegate", {OwnerMode::kDelegate, 0}},
      {"Split", {OwnerMode::kSplit, 1}}};
  std::vector<Stack> stacks;
  for (const auto& [name, owner] : owners) {
    stacks.push_back({name + "Two", owner, {sync, callback}});
    stacks.push_back({name + "Three", owner, {callback, sync, derived}});
  }
  return stacks;
}

INSTANTIATE_TEST_SUITE_P(Owners, StackTest, ::testing::ValuesIn(Stacks()),
                         [](const auto& stack) { return stack.param.name; });

TEST_P(StackTest, LeafReceivesNoMoreCallsThanTheGrantAllows) {
  ScriptedServer leaf;
  std::vector<std::unique_ptr<MiddleServer>> servers;
  std::string next = leaf.address();
  const Owner owner = GetParam().owner;
  for (const Hop hop : GetParam().hops) {
    servers.push_back(
        NewForwarder(hop, next, OwnedBy(owner.mode, owner.kept_grant)));
    next = servers.back()->address();
  }
  const auto edge =
      NewBatonChannel(next, OwnedBy(owner.mode, owner.kept_grant));
  const auto call = [&edge](std::shared_ptr<grpc::ClientContext> context) {
    return MakeUnaryCall(UnaryForm::kSync, edge, std::move(context),
                         RequestOf("x"));
  };
  // All layers learn which callees participate.
  EXPECT_TRUE(call(NewContext(kPatience)).status.ok());
  const int before = leaf.attempts();
  EXPECT_EQ(before, 1);

  leaf.Otherwise(Fail(StatusCode::UNAVAILABLE));
  const auto context = NewContext(kPatience);
  EXPECT_EQ(call(context).status.error_code(), StatusCode::UNAVAILABLE);
  // A layer with an exhausted part reports it to its callers. They may still
  // use the part that they kept.
  EXPECT_EQ(leaf.attempts() - before, 3);
  const auto hops = static_cast<int>(GetParam().hops.size());
  EXPECT_THAT(leaf.AllAttempts().front().Values("retry-budget"),
              ElementsAre(absl::StrCat("g=0,n=0,h=", hops + 1)));
  EXPECT_LE(GetCallReport(*context)->grant_used, 2);
}

}  // namespace
}  // namespace baton
