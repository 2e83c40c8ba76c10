// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls to an xDS target whose route has a retry policy. gRPC applies the
// policy below Baton.

#include <cstdlib>
#include <memory>
#include <utility>

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

// gRPC has one xDS client for all channels of a process, and keeps it a little
// longer than the last channel. All tests therefore share the servers.
class Servers {
 public:
  Servers() {
    setenv("GRPC_XDS_BOOTSTRAP_CONFIG", xds_.Bootstrap().c_str(), 1);
    backend.Otherwise(Fail(StatusCode::UNAVAILABLE, "busy"));
  }

  ScriptedServer backend;

 private:
  XdsServer xds_{backend.address()};
};

class XdsRetriesTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { servers_ = new Servers(); }
  static void TearDownTestSuite() { delete std::exchange(servers_, nullptr); }

  int attempts() const { return servers_->backend.attempts() - earlier_; }

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

  static Servers* servers_;
  const int earlier_ = servers_->backend.attempts();
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

Servers* XdsRetriesTest::servers_ = nullptr;

TEST_F(XdsRetriesTest, BareGrpcAppliesTheRetryPolicyOfTheRoute) {
  const auto channel =
      grpc::CreateChannel("xds:///shop", grpc::InsecureChannelCredentials());
  EXPECT_EQ(Call(channel).error_message(), "busy");
  EXPECT_EQ(attempts(), 3);
}

TEST_F(XdsRetriesTest, RetryPolicyOfTheRouteMultipliesAttempts) {
  EXPECT_EQ(CallWith(CoreRetries::kTransparentOnly).error_code(),
            StatusCode::UNAVAILABLE);
  EXPECT_EQ(GetCallReport(*context_)->attempts.size(), 3u);
  EXPECT_EQ(attempts(), 9);
}

TEST_F(XdsRetriesTest, DisabledCoreRetriesIgnoreTheRetryPolicyOfTheRoute) {
  EXPECT_EQ(CallWith(CoreRetries::kOff).error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(attempts(), 3);
}

TEST_F(XdsRetriesTest, MissingConnectionOfTheLastAttemptProvesNothing) {
  servers_->backend.Stop();
  EXPECT_EQ(CallWith(CoreRetries::kTransparentOnly, Idempotency::kUnknown)
                .error_code(),
            StatusCode::UNAVAILABLE);
  EXPECT_EQ(GetCallReport(*context_)->stop_reason, StopReason::kNotIdempotent);
  EXPECT_TRUE(GetCallReport(*context_)->outcome_unknown);
  servers_->backend.Start();
}

}  // namespace
}  // namespace baton
