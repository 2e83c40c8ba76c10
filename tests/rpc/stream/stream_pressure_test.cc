// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// If a server does not read, messages must not accumulate in the client, in any
// API.

#include <cstddef>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/unary_form.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ValuesIn;

constexpr int kMessage = 64 << 10;
// More than gRPC itself buffers.
constexpr int kMost = (4 << 20) / kMessage;

class StreamPressureTest : public ::testing::TestWithParam<StreamApi> {
 protected:
  StreamResult Write(int messages) {
    const auto context = NewContext(absl::Seconds(1));
    const auto channel = NewBatonChannel(server_.address(), options_);
    return MakeStreamCall(
        GetParam(), StreamKind::kClient, channel, *context,
        std::vector<std::string>(static_cast<std::size_t>(messages),
                                 std::string(kMessage, 'x')));
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
};

INSTANTIATE_TEST_SUITE_P(Apis, StreamPressureTest, ValuesIn(AllStreamApis()),
                         [](const auto& api) { return Name(api.param); });

TEST_P(StreamPressureTest, ServerThatNeverReadsBlocksTheWriter) {
  server_.Add(Answer("late").Held());
  const StreamResult result = Write(4 * kMost);
  EXPECT_EQ(result.status.error_code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_LT(result.written, kMost);
}

// The policy would keep all messages, but the process limit does not allow it.
// Beyond that limit the stream is committed to the running attempt.
TEST_P(StreamPressureTest, ProcessReplayLimitBlocksTheWriter) {
  options_.policy.everything().stream.max_replay_bytes = 1 << 30;
  options_.policy.process_replay.max_bytes = 1 << 20;
  server_.Add(Answer("late").Held());
  const StreamResult result = Write(4 * kMost);
  EXPECT_EQ(result.status.error_code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_LT(result.written, kMost);
}

}  // namespace
}  // namespace baton
