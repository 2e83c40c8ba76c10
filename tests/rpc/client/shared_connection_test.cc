// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The connections of channels with Baton.

#include <memory>
#include <string>

#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

class SharedConnectionTest : public ::testing::Test {
 protected:
  // Makes a call. Returns the address of the client's end of its connection.
  std::string ConnectionOf(const std::shared_ptr<grpc::Channel>& channel) {
    EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, channel, NewContext(kPatience),
                              RequestOf("x"))
                    .status.ok());
    return server_.AwaitEnd(server_.attempts()).peer;
  }

  ScriptedServer server_;
};

TEST_F(SharedConnectionTest, CallsOfOneChannelShareAConnection) {
  const auto channel = NewBatonChannel(server_.address(), QuickOptions());
  const std::string first = ConnectionOf(channel);
  EXPECT_NE(first, "");
  for (int i = 0; i < 10; ++i) EXPECT_EQ(ConnectionOf(channel), first);
}

TEST_F(SharedConnectionTest, ChannelsOfOneTargetShareAConnection) {
  const auto first = NewBatonChannel(server_.address(), QuickOptions());
  const auto second = NewBatonChannel(server_.address(), QuickOptions());
  EXPECT_EQ(ConnectionOf(first), ConnectionOf(second));
}

}  // namespace
}  // namespace baton
