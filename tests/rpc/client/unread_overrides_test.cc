// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

class UnreadOverridesTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  // Makes a call with overrides, and returns how many unread ones it added.
  int64_t CallOn(const std::shared_ptr<grpc::Channel>& channel) {
    const int64_t before = ReadMisuseCounts().unread_overrides;
    {
      const auto context = NewContext(kPatience);
      CallOverrides overrides;
      overrides.disable_retries = true;
      EXPECT_TRUE(SetCallOverrides(context.get(), overrides).ok());
      EXPECT_TRUE(MakeUnaryCall(GetParam(), channel, context, RequestOf("x"))
                      .status.ok());
    }
    return ReadMisuseCounts().unread_overrides - before;
  }

  ScriptedServer server_;
};

INSTANTIATE_TEST_SUITE_P(Forms, UnreadOverridesTest,
                         ::testing::ValuesIn(AllUnaryForms()), NameOfForm);

TEST_P(UnreadOverridesTest, OverridesOnABareChannelAreCounted) {
  EXPECT_EQ(CallOn(server_.NewChannel()), 1);
}

TEST_P(UnreadOverridesTest, OverridesOnAChannelWithBatonAreNotCounted) {
  EXPECT_EQ(CallOn(NewBatonChannel(server_.address(), QuickOptions())), 0);
}

}  // namespace
}  // namespace baton
