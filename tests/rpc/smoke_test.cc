// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy.h"
#include "baton/rpc/context_extension.h"
#include "baton/rpc/create_channel.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gtest/gtest.h"
#include "tests/support/scripted_server.h"

namespace baton {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;
using testing::v1::Scripted;

TEST(SmokeTest, SyncCallIsSavedByItsThirdAttempt) {
  ScriptedServer server(
      {Fail(grpc::StatusCode::UNAVAILABLE, "a"),
       Fail(grpc::StatusCode::UNAVAILABLE, "b").WithPushback("10"),
       Answer("ok")});
  rpc::ClientOptions options;
  options.policy.everything().idempotency = core::Idempotency::kIdempotent;
  auto channel = rpc::CreateChannel(
      server.address(), grpc::InsecureChannelCredentials(), options);
  ASSERT_TRUE(channel.ok()) << channel.status();
  auto stub = Scripted::NewStub(*channel);
  grpc::ClientContext context;
  CallRequest request;
  request.set_payload("hello");
  CallResponse response;
  grpc::Status status = stub->Call(&context, request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.payload(), "ok");
  auto* extension = rpc::ContextExtension::Find(context);
  ASSERT_NE(extension, nullptr);
  std::cout << core::MultiLine(*extension->report());
  for (auto& seen : server.AllAttempts()) {
    for (auto& [k, v] : seen.metadata) std::cout << k << ": " << v << "\n";
  }
}

}  // namespace
}  // namespace baton
