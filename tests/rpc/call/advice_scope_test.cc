// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Two real servers of one service. One of them advises against retries.

#include <memory>
#include <string>
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
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Contains;
using ::testing::HasSubstr;

constexpr int kCalls = 40;

class AdviceScopeTest : public ::testing::Test {
 protected:
  using Scope = RetryAdvice::Scope;

  // A server whose retry ratio limit is reached: half of its requests were
  // retries, and all of them failed.
  static std::unique_ptr<MiddleServer> NewOverloadedServer() {
    auto server = std::make_unique<MiddleServer>(
        MiddleServer::Handler([](grpc::ServerContext&) {
          return grpc::Status(StatusCode::UNAVAILABLE, "overloaded");
        }));
    for (int i = 0; i < kCalls; ++i) Repeat(*server);
    return server;
  }
  // A request of a client without Baton that claims to be a retry.
  static UnaryResult Repeat(const MiddleServer& server) {
    const auto context = NewContext(kPatience);
    context->AddMetadata("x-envoy-attempt-count", "2");
    return MakeUnaryCall(UnaryForm::kSync, server.NewChannel(), context,
                         RequestOf("x"));
  }
  static std::unique_ptr<MiddleServer> NewAdvisingServer(Scope scope) {
    return std::make_unique<MiddleServer>(
        MiddleServer::Handler([scope](grpc::ServerContext&) {
          RequestScope::Current().DoNotRetry(RetryAdvice::Reason::kApp, scope);
          return grpc::Status(StatusCode::UNAVAILABLE, "no");
        }));
  }

  // Connects to these servers with gRPC's load balancer `policy`.
  void Connect(const std::vector<std::string>& addresses,
               const std::string& policy = "round_robin") {
    grpc::ChannelArguments arguments;
    arguments.SetLoadBalancingPolicyName(policy);
    std::string target = "ipv4:";
    for (const std::string& address : addresses) {
      absl::StrAppend(&target, target.size() > 5 ? "," : "", address);
    }
    channel_ = CreateChannel(target, grpc::InsecureChannelCredentials(),
                             QuickOptions(), arguments)
                   .value();
  }
  CallReport Call() {
    const auto context = NewContext(kPatience);
    context->set_wait_for_ready(true);
    MakeUnaryCall(UnaryForm::kSync, channel_, context, RequestOf("x"));
    return *GetCallReport(*context);
  }
  // Makes calls until both servers have answered several times.
  void LetChannelKnowItsServers() {
    for (int i = 0; i < kCalls; ++i) Call();
  }

  MiddleServer healthy_{MiddleServer::Handler(
      [](grpc::ServerContext&) { return grpc::Status::OK; })};
  std::shared_ptr<grpc::Channel> channel_;
};

TEST_F(AdviceScopeTest, OverloadedServerDoesNotForbidAnotherServer) {
  const auto overloaded = NewOverloadedServer();
  Connect({healthy_.address(), overloaded->address()});
  LetChannelKnowItsServers();
  int retried = 0;
  for (int i = 0; i < kCalls; ++i) {
    const CallReport report = Call();
    EXPECT_EQ(report.code, absl::StatusCode::kOk) << MultiLine(report);
    if (report.attempts.size() < 2) continue;
    ++retried;
    const AttemptReport& first = report.attempts.front();
    EXPECT_EQ(first.advice->verdict, RetryAdvice::Verdict::kNo);
    EXPECT_EQ(first.advice->scope, Scope::kServer);
    EXPECT_THAT(MultiLine(report),
                HasSubstr("advised against (overload) for the server"));
    EXPECT_NE(report.attempts[1].wait_cause, WaitCause::kNone);
    EXPECT_NE(report.attempts[1].wait_cause, WaitCause::kPushback);
  }
  EXPECT_GT(retried, 0);
}

TEST_F(AdviceScopeTest, OnlyServerEndsTheCallsThatItAdvisesAgainst) {
  const auto overloaded = NewOverloadedServer();
  for (const char* policy : {"pick_first", "round_robin"}) {
    Connect({overloaded->address()}, policy);
    LetChannelKnowItsServers();
    const CallReport report = Call();
    EXPECT_EQ(report.stop_reason, StopReason::kServerAdvice);
    EXPECT_EQ(report.attempts.size(), 1u);
    EXPECT_EQ(report.attempts.front().advice->scope, Scope::kServer);
  }
}

TEST_F(AdviceScopeTest, PickFirstStaysWithItsServerAndStops) {
  const auto overloaded = NewOverloadedServer();
  Connect({overloaded->address(), healthy_.address()}, "pick_first");
  LetChannelKnowItsServers();
  const CallReport report = Call();
  EXPECT_EQ(report.stop_reason, StopReason::kServerAdvice);
  EXPECT_EQ(report.attempts.size(), 1u);
}

TEST_F(AdviceScopeTest, AdviceForRequestOrServiceStopsAtAllServers) {
  for (const Scope scope : {Scope::kRequest, Scope::kService}) {
    const auto advising = NewAdvisingServer(scope);
    Connect({healthy_.address(), advising->address()});
    LetChannelKnowItsServers();
    int stopped = 0;
    for (int i = 0; i < kCalls; ++i) {
      const CallReport report = Call();
      EXPECT_EQ(report.attempts.size(), 1u);
      if (report.stop_reason == StopReason::kServerAdvice) ++stopped;
    }
    EXPECT_GT(stopped, 0);
  }
}

TEST_F(AdviceScopeTest, ClientsWithoutBatonGetThePushbackThatFits) {
  const auto overloaded = NewOverloadedServer();
  const UnaryResult result = Repeat(*overloaded);
  EXPECT_THAT(result.Trailers("retry-advice"), Contains(HasSubstr("s=server")));
  EXPECT_THAT(result.Trailers("grpc-retry-pushback-ms"), Contains("1000"));
  for (const Scope scope : {Scope::kRequest, Scope::kService}) {
    EXPECT_THAT(
        Repeat(*NewAdvisingServer(scope)).Trailers("grpc-retry-pushback-ms"),
        Contains("-1"));
  }
}

}  // namespace
}  // namespace baton
