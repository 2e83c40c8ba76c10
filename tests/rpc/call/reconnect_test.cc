// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Channels that reconnect while calls wait for a connection.

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/decision.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/wait_notice.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::testing::HasSubstr;
using ::testing::ValuesIn;

// gRPC alone would reconnect after the end of the test.
grpc::ChannelArguments ArgumentsOfASlowChannel() {
  constexpr int kHourMs = 3'600'000;
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kHourMs);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kHourMs);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return arguments;
}

class ReconnectTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  ReconnectTest() {
    server_.Stop();
    options_.policy.everything().retry.max_connection_wait = absl::Hours(1);
    options_.reconnect.max_outage = absl::Hours(1);
  }

  std::unique_ptr<StartedCall> Start() {
    channel_ =
        *CreateChannel(server_.address(), grpc::InsecureChannelCredentials(),
                       options_, ArgumentsOfASlowChannel());
    return StartUnaryCall(GetParam(), channel_, context_, RequestOf("hello"));
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::Channel> channel_;
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

INSTANTIATE_TEST_SUITE_P(Forms, ReconnectTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(ReconnectTest, CallFindsTheRestartedServerSoon) {
  auto notice = std::make_shared<WaitNotice>();
  options_.observers = notice;
  const auto call = Start();
  notice->AwaitWait(1);
  server_.Start();
  EXPECT_TRUE(call->Wait().status.ok());
}

TEST_P(ReconnectTest, GrpcAloneReconnectsIfTheOptionIsOff) {
  options_.reconnect.max_outage = absl::ZeroDuration();
  options_.policy.everything().retry.max_connection_wait =
      absl::Milliseconds(400);
  auto notice = std::make_shared<WaitNotice>();
  options_.observers = notice;
  const auto call = Start();
  notice->AwaitWait(1);
  server_.Start();
  EXPECT_EQ(call->Wait().status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(GetCallReport(*context_)->stop_reason, StopReason::kNoConnection);
}

TEST(ReconnectOptionsTest, InvalidOptionsAreRejectedByFieldName) {
  ClientOptions options;
  options.reconnect.min_interval = absl::ZeroDuration();
  const auto channel =
      CreateChannel("127.0.0.1:1", grpc::InsecureChannelCredentials(), options);
  EXPECT_THAT(std::string(channel.status().message()),
              HasSubstr("reconnect.min_interval: must be finite and at least "
                        "10ms, got 0"));
  EXPECT_FALSE(ClientInterceptors("127.0.0.1:1", options).ok());
}

}  // namespace
}  // namespace baton
