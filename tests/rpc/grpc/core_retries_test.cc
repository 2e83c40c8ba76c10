// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The effect of gRPC's own retries together with Baton's.

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// More than a millisecond: 1.72 to 1.83 can lose a call that waits only one.
constexpr char kThreeAttempts[] = R"({"methodConfig": [{
    "name": [{}],
    "retryPolicy": {
      "maxAttempts": 3,
      "initialBackoff": "0.01s",
      "maxBackoff": "0.01s",
      "backoffMultiplier": 1,
      "retryableStatusCodes": ["UNAVAILABLE"]
    }}]})";

class CoreRetriesTest : public ::testing::Test {
 protected:
  UnaryResult Call(CoreRetries core_retries) {
    ClientOptions options = QuickOptions();
    options.core_retries = core_retries;
    const auto channel =
        CreateChannel(server_.address(), grpc::InsecureChannelCredentials(),
                      options, arguments_);
    if (!channel.ok()) {
      ADD_FAILURE() << channel.status();
      return {};
    }
    return MakeUnaryCall(UnaryForm::kSync, *channel, context_,
                         RequestOf("hello"));
  }

  ScriptedServer server_;
  grpc::ChannelArguments arguments_;
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

TEST_F(CoreRetriesTest, DisabledRetriesLetPreviousAttemptsReachTheServer) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Call(CoreRetries::kOff).status.ok());
  EXPECT_THAT(server_.AwaitEnd(1).Values("grpc-previous-rpc-attempts"),
              IsEmpty());
  EXPECT_THAT(server_.AwaitEnd(2).Values("grpc-previous-rpc-attempts"),
              ElementsAre("1"));
  EXPECT_THAT(server_.AwaitEnd(3).Values("grpc-previous-rpc-attempts"),
              ElementsAre("2"));
}

TEST_F(CoreRetriesTest, TransparentRetriesHideThePreviousAttempts) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Call(CoreRetries::kTransparentOnly).status.ok());
  // gRPC counts its own first attempt and removes the key. Baton's header has
  // the number.
  EXPECT_THAT(server_.AwaitEnd(2).Values("grpc-previous-rpc-attempts"),
              IsEmpty());
  EXPECT_THAT(server_.AwaitEnd(2).Values("retry-budget"),
              ElementsAre("g=0,n=1,h=1,k=r,w=unavailable"));
}

// An unchanged retry policy of the channel multiplies attempts: gRPC makes
// three for each of Baton's three.
TEST_F(CoreRetriesTest, UnchangedRetryPolicyMultipliesAttempts) {
  arguments_.SetServiceConfigJSON(kThreeAttempts);
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  EXPECT_EQ(Call(CoreRetries::kUnchanged).status.error_code(),
            StatusCode::UNAVAILABLE);
  EXPECT_EQ(server_.attempts(), 9);
  EXPECT_EQ(GetCallReport(*context_)->attempts.size(), 3u);
}

TEST_F(CoreRetriesTest, RetryPolicyHasNoEffectIfCoreRetriesAreDisabled) {
  arguments_.SetServiceConfigJSON(kThreeAttempts);
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  Call(CoreRetries::kOff);
  EXPECT_EQ(server_.attempts(), 3);
}

// gRPC cannot make transparent retries without applying the retry policy.
TEST_F(CoreRetriesTest, RetryPolicyWithTransparentRetriesIsInvalid) {
  arguments_.SetServiceConfigJSON(kThreeAttempts);
  const absl::Status status =
      CreateChannel(server_.address(), grpc::InsecureChannelCredentials(),
                    QuickOptions(), arguments_)
          .status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr("retryPolicy"));
}

TEST_F(CoreRetriesTest, ServiceConfigWithoutRetryPolicyIsValid) {
  arguments_.SetServiceConfigJSON(
      R"({"loadBalancingConfig": [{"round_robin": {}}]})");
  EXPECT_TRUE(Call(CoreRetries::kTransparentOnly).status.ok());
}

}  // namespace
}  // namespace baton
