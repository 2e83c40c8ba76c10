// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Channels that reconnect while calls wait for a connection.

#include <string>

#include "absl/time/time.h"
#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/stopped_server_fixture.h"
#include "tests/rpc/support/wait_notice.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"

namespace baton {
namespace {

using ::testing::HasSubstr;
using ::testing::ValuesIn;

class ReconnectTest : public StoppedServerFixture {
 protected:
  ReconnectTest() {
    options_.policy.everything().retry.max_connection_wait = absl::Hours(1);
    options_.reconnect.max_outage = absl::Hours(1);
    // gRPC alone would reconnect after the end of the test.
    constexpr int kHourMs = 3'600'000;
    arguments_.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kHourMs);
    arguments_.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kHourMs);
    arguments_.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  }
};

INSTANTIATE_TEST_SUITE_P(Forms, ReconnectTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(ReconnectTest, CallFindsTheRestartedServerSoon) {
  WaitNotice& notice = Notice();
  const auto call = Start();
  notice.AwaitWait(1);
  server_.Start();
  EXPECT_TRUE(call->Wait().status.ok());
}

TEST_P(ReconnectTest, GrpcAloneReconnectsIfTheOptionIsOff) {
  options_.reconnect.max_outage = absl::ZeroDuration();
  options_.policy.everything().retry.max_connection_wait =
      absl::Milliseconds(400);
  WaitNotice& notice = Notice();
  const auto call = Start();
  notice.AwaitWait(1);
  server_.Start();
  EXPECT_EQ(call->Wait().status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(Report().stop_reason, StopReason::kNoConnection);
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
