// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Channels on which gRPC may retry while all retries are stopped.

#include <string>

#include "baton/client.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::testing::HasSubstr;

class UnstoppedRetriesTest : public ::testing::Test {
 protected:
  // Makes two calls on a new channel. Returns how many channels they count.
  int64_t Call(CoreRetries core_retries) {
    ClientOptions options = QuickOptions();
    options.core_retries = core_retries;
    const auto channel = NewBatonChannel(server_.address(), options);
    const int64_t before = ReadMisuseCounts().unstopped_core_retries;
    for (int i = 0; i < 2; ++i) {
      EXPECT_TRUE(MakeUnaryCall(UnaryForm::kSync, channel,
                                NewContext(kPatience), RequestOf("x"))
                      .status.ok());
    }
    return ReadMisuseCounts().unstopped_core_retries - before;
  }

  ScriptedServer server_;
};

TEST_F(UnstoppedRetriesTest, ChannelWithUnchangedRetriesIsReportedOnce) {
  const RetryStop stop;
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(Call(CoreRetries::kUnchanged), 1);
  const std::string line = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(line, HasSubstr("all retries are stopped, but on the channel "
                              "to " +
                              server_.address()));
}

TEST_F(UnstoppedRetriesTest, OtherChannelsAreNotReported) {
  EXPECT_EQ(Call(CoreRetries::kUnchanged), 0);
  const RetryStop stop;
  EXPECT_EQ(Call(CoreRetries::kOff), 0);
  EXPECT_EQ(Call(CoreRetries::kTransparentOnly), 0);
}

}  // namespace
}  // namespace baton
