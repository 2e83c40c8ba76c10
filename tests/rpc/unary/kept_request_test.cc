// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The limits on the requests of unary calls that Baton keeps for later
// attempts, in every form of unary call.

#include "baton/rpc/unary/kept_request.h"

#include <memory>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/rpc/channel/process_replay.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton::rpc {
namespace {

using ::grpc::StatusCode;
using ::testing::ValuesIn;

constexpr int kLimit = 64 << 10;
const std::size_t kUncounted = KeptRequest::kUncountedBytes;

class KeptRequestTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  KeptRequestTest() {
    options_.policy.everything().retry.max_replay_bytes = kLimit;
  }

  // Makes a call with a request of about `bytes`.
  grpc::Status Call(std::size_t bytes, bool in_place = true,
                    absl::Duration timeout = kPatience) {
    const auto context = NewContext(timeout);
    const UnaryResult result =
        MakeUnaryCall(GetParam(),
                      NewBatonChannel(server_.address(), options_,
                                      in_place ? ClientInterceptorFactories()
                                               : PassingInterceptors()),
                      context, RequestOf(std::string(bytes, 'x')));
    report_ = GetCallReport(*context);
    return result.status;
  }
  void ExpectReason(StopReason reason) const {
    ASSERT_TRUE(report_.has_value());
    EXPECT_EQ(ToString(report_->stop_reason), ToString(reason));
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::optional<CallReport> report_;
};

INSTANTIATE_TEST_SUITE_P(Forms, KeptRequestTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(KeptRequestTest, RequestWithinTheLimitIsSentAgain) {
  for (const bool in_place : {true, false}) {
    server_.Add(Fail(StatusCode::UNAVAILABLE));
    EXPECT_TRUE(Call(kLimit - 100, in_place).ok());
    ExpectReason(StopReason::kSucceeded);
  }
  EXPECT_EQ(server_.attempts(), 4);
}

TEST_P(KeptRequestTest, LargerRequestIsSentOnlyOnce) {
  for (const bool in_place : {true, false}) {
    server_.Add(Fail(StatusCode::UNAVAILABLE));
    EXPECT_EQ(Call(kLimit + 1, in_place).error_code(), StatusCode::UNAVAILABLE);
    ExpectReason(StopReason::kReplayBufferFull);
  }
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_P(KeptRequestTest, LargerRequestSucceedsWithItsOnlyAttempt) {
  for (const bool in_place : {true, false}) {
    EXPECT_TRUE(Call(kLimit + 1, in_place).ok());
    ExpectReason(StopReason::kSucceeded);
  }
}

TEST_P(KeptRequestTest, LargerRequestIsNotHedged) {
  options_.policy.everything().hedge.max_attempts = 2;
  options_.policy.everything().hedge.delay = absl::Milliseconds(1);
  options_.policy.everything().hedge.max_extra_load_ratio = 1;
  server_.Add(Answer("slow").Held());
  EXPECT_EQ(Call(kLimit + 1, true, absl::Milliseconds(200)).error_code(),
            StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(server_.attempts(), 1);
  ASSERT_TRUE(report_.has_value());
  EXPECT_EQ(report_->hedge_stop_reason, StopReason::kReplayBufferFull);
}

TEST_P(KeptRequestTest, CallsShareTheMemoryOfTheProcess) {
  options_.policy.process_replay.max_bytes = kLimit;
  ASSERT_TRUE(ProcessReplayLimit().TryReserve(kLimit / 2, kLimit));
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_FALSE(Call(kLimit / 2 + 1).ok());
  ExpectReason(StopReason::kReplayBufferFull);
  ProcessReplayLimit().Release(kLimit / 2);
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Call(kLimit / 2 + 1).ok());
}

TEST_P(KeptRequestTest, SmallRequestIsKeptThoughTheProcessHasNoMemoryLeft) {
  options_.policy.process_replay.max_bytes = 0;
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Call(kUncounted - 100).ok());
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_P(KeptRequestTest, EndedCallReturnsItsMemory) {
  EXPECT_TRUE(Call(kLimit - 100).ok());
  EXPECT_EQ(ProcessReplayLimit().bytes_in_use(), 0);
}

}  // namespace
}  // namespace baton::rpc
