// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// ClientOptions::backoff of real calls.

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/backoff.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"

namespace baton {
namespace {

// Waits a millisecond longer before each retry of Call(), and retries other
// methods at once.
class GrowingBackoff final : public Backoff {
  absl::Duration Wait(const RetryWait& wait) const override {
    const bool is_call = wait.method == "/baton.testing.v1.Scripted/Call";
    return is_call ? absl::Milliseconds(wait.attempt) : absl::ZeroDuration();
  }
};

class ClientBackoffTest : public ::testing::Test {
 protected:
  ClientBackoffTest() {
    options_.backoff = std::make_shared<const GrowingBackoff>();
    server_.Add(Fail(grpc::StatusCode::UNAVAILABLE));
    server_.Add(Fail(grpc::StatusCode::UNAVAILABLE));
    stub_ = testing::v1::Scripted::NewStub(
        NewBatonChannel(server_.address(), options_));
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::unique_ptr<testing::v1::Scripted::Stub> stub_;
  grpc::ClientContext context_;
  testing::v1::CallRequest request_;
  testing::v1::CallResponse response_;
};

TEST_F(ClientBackoffTest, UnaryCallWaitsAsTheBackoffOfItsChannelReturns) {
  EXPECT_TRUE(stub_->Call(&context_, request_, &response_).ok());
  const auto report = GetCallReport(context_);
  ASSERT_TRUE(report.has_value());
  ASSERT_EQ(report->attempts.size(), 3u);
  EXPECT_EQ(report->attempts[1].waited, absl::Milliseconds(1));
  EXPECT_EQ(report->attempts[2].waited, absl::Milliseconds(2));
}

TEST_F(ClientBackoffTest, StreamWaitsAsTheBackoffOfItsChannelReturns) {
  const auto stream = stub_->Bidi(&context_);
  stream->WritesDone();
  while (stream->Read(&response_)) {
  }
  EXPECT_TRUE(stream->Finish().ok());
  const auto report = GetCallReport(context_);
  ASSERT_TRUE(report.has_value());
  ASSERT_EQ(report->attempts.size(), 3u);
  EXPECT_EQ(report->attempts[1].waited, absl::ZeroDuration());
  EXPECT_EQ(report->attempts[2].waited, absl::ZeroDuration());
}

// Returns a wait that no deadline allows.
class EndlessBackoff final : public Backoff {
  absl::Duration Wait(const RetryWait&) const override {
    return absl::Hours(1);
  }
};

TEST(EndlessBackoffTest, CallIsRetriedWithinItsDeadline) {
  ScriptedServer server;
  server.Add(Fail(grpc::StatusCode::UNAVAILABLE));
  ClientOptions options = QuickOptions();
  options.backoff = std::make_shared<const EndlessBackoff>();
  options.policy.everything().deadline.default_timeout = absl::Seconds(2);
  const auto stub = testing::v1::Scripted::NewStub(
      NewBatonChannel(server.address(), options));
  grpc::ClientContext context;
  const testing::v1::CallRequest request;
  testing::v1::CallResponse response;
  EXPECT_TRUE(stub->Call(&context, request, &response).ok());
  EXPECT_EQ(server.attempts(), 2);
}

}  // namespace
}  // namespace baton
