// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <optional>

#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"

namespace baton {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ManyAttemptsTest : public ::testing::Test {
 protected:
  ManyAttemptsTest() {
    server_.Otherwise(Fail(grpc::StatusCode::UNAVAILABLE));
    retry().max_attempts = 10;
    retry().edge_grant = 9;
  }

  RetryOptions& retry() { return options_.policy.everything().retry; }

  // Makes a call that fails.
  CallReport Call() {
    const auto stub = testing::v1::Scripted::NewStub(
        NewBatonChannel(server_.address(), options_));
    grpc::ClientContext context;
    EXPECT_TRUE(SetCallOverrides(&context, overrides_).ok());
    const testing::v1::CallRequest request;
    testing::v1::CallResponse response;
    EXPECT_FALSE(stub->Call(&context, request, &response).ok());
    const std::optional<CallReport> report = GetCallReport(context);
    if (report.has_value()) return *report;
    ADD_FAILURE() << "no report";
    return {};
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  CallOverrides overrides_;
};

TEST_F(ManyAttemptsTest, GrantOfNineAllowsTenAttempts) {
  const CallReport report = Call();
  EXPECT_EQ(server_.attempts(), 10);
  EXPECT_EQ(report.attempts.size(), 10u);
  EXPECT_EQ(report.grant_used, 9);
  EXPECT_EQ(report.stop_reason, StopReason::kGrantExhausted);
}

TEST_F(ManyAttemptsTest, HeaderCountsTheAttemptsUpToNine) {
  Call();
  EXPECT_THAT(server_.AwaitAttempt(10).Values("retry-budget"),
              ElementsAre(HasSubstr("g=0,n=9,h=1")));
}

TEST_F(ManyAttemptsTest, OverrideCannotExceedTheGrant) {
  retry().max_attempts = 5;
  retry().edge_grant = 4;
  overrides_.max_attempts = 10;
  const CallReport report = Call();
  EXPECT_EQ(server_.attempts(), 5);
  EXPECT_EQ(report.stop_reason, StopReason::kGrantExhausted);
}

}  // namespace
}  // namespace baton
