// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls to an xDS target whose route has a retry policy. gRPC applies the
// policy below Baton.

#include <cstdlib>
#include <memory>

#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/xds_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;

class XdsRetriesTest : public ::testing::Test {
 protected:
  XdsRetriesTest() {
    setenv("GRPC_XDS_BOOTSTRAP_CONFIG", xds_.Bootstrap().c_str(), 1);
  }

  grpc::Status Call(const std::shared_ptr<grpc::Channel>& channel) {
    return MakeUnaryCall(UnaryForm::kSync, channel, context_, RequestOf("x"))
        .status;
  }

  grpc::Status CallWith(CoreRetries core_retries,
                        Idempotency idempotency = Idempotency::kIdempotent) {
    ClientOptions options = QuickOptions();
    options.core_retries = core_retries;
    options.policy.everything().idempotency = idempotency;
    return Call(NewBatonChannel("xds:///shop", options));
  }

  ScriptedServer server_;
  XdsServer xds_{server_.address()};
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

TEST_F(XdsRetriesTest, BareGrpcAppliesTheRetryPolicyOfTheRoute) {
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE, "busy"));
  const auto channel =
      grpc::CreateChannel("xds:///shop", grpc::InsecureChannelCredentials());
  EXPECT_EQ(Call(channel).error_message(), "busy");
  EXPECT_EQ(server_.attempts(), 3);
}

TEST_F(XdsRetriesTest, RetryPolicyOfTheRouteMultipliesAttempts) {
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE, "busy"));
  EXPECT_EQ(CallWith(CoreRetries::kTransparentOnly).error_code(),
            StatusCode::UNAVAILABLE);
  EXPECT_EQ(GetCallReport(*context_)->attempts.size(), 3u);
  EXPECT_EQ(server_.attempts(), 9);
}

TEST_F(XdsRetriesTest, DisabledCoreRetriesIgnoreTheRetryPolicyOfTheRoute) {
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE, "busy"));
  EXPECT_EQ(CallWith(CoreRetries::kOff).error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(server_.attempts(), 3);
}

TEST_F(XdsRetriesTest, MissingConnectionOfTheLastAttemptProvesNothing) {
  server_.Stop();
  EXPECT_EQ(CallWith(CoreRetries::kTransparentOnly, Idempotency::kUnknown)
                .error_code(),
            StatusCode::UNAVAILABLE);
  EXPECT_EQ(GetCallReport(*context_)->stop_reason, StopReason::kNotIdempotent);
  EXPECT_TRUE(GetCallReport(*context_)->outcome_unknown);
}

}  // namespace
}  // namespace baton
