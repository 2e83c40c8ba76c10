// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"

namespace baton {
namespace {

TEST(ImmediateRetryTest, FirstRetryStartsWithoutAWait) {
  ScriptedServer server;
  server.Add(Fail(grpc::StatusCode::UNAVAILABLE));
  ClientOptions options = QuickOptions();
  options.policy.everything().retry.backoff.initial = absl::ZeroDuration();
  const auto stub = testing::v1::Scripted::NewStub(
      NewBatonChannel(server.address(), options));
  grpc::ClientContext context;
  const testing::v1::CallRequest request;
  testing::v1::CallResponse response;
  EXPECT_TRUE(stub->Call(&context, request, &response).ok());
  const auto report = GetCallReport(context);
  ASSERT_TRUE(report.has_value());
  ASSERT_EQ(report->attempts.size(), 2u);
  EXPECT_EQ(report->attempts[1].waited, absl::ZeroDuration());
}

}  // namespace
}  // namespace baton
