// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Streams without a deadline whose server does not begin to respond.

#include <functional>
#include <memory>
#include <optional>

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::TestParamInfo;
using ::testing::ValuesIn;

constexpr absl::Duration kLimit = absl::Milliseconds(250);

class FirstAnswerTest : public ::testing::TestWithParam<StreamApi> {
 protected:
  FirstAnswerTest() {
    Everything().stream.first_answer_timeout = kLimit;
    // No retry by itself.
    Everything().late.start_second_attempt = false;
  }

  MethodPolicy& Everything() { return options_.policy.everything(); }

  StreamResult Call(
      StreamKind kind, std::optional<absl::Duration> timeout = std::nullopt,
      const std::function<void()>& after_start = [] {}) {
    context_ = timeout.has_value() ? NewContext(*timeout)
                                   : std::make_shared<grpc::ClientContext>();
    if (channel_ == nullptr) {
      channel_ = NewBatonChannel(server_.address(), options_);
    }
    return MakeStreamCall(GetParam(), kind, channel_, *context_, {"hello"},
                          after_start);
  }

  // Returns after `duration`.
  static void BeBusyFor(absl::Duration duration) {
    ScriptedServer silent({Answer("never").Held()});
    const auto context = NewContext(duration);
    testing::v1::CallResponse response;
    EXPECT_FALSE(testing::v1::Scripted::NewStub(silent.NewChannel())
                     ->Call(context.get(), RequestOf("b"), &response)
                     .ok());
  }

  CallReport Report() const {
    const std::optional<CallReport> report = GetCallReport(*context_);
    EXPECT_TRUE(report.has_value());
    return report.value_or(CallReport());
  }

  void ExpectTimeout(const grpc::Status& status) const {
    EXPECT_EQ(status.error_code(), StatusCode::DEADLINE_EXCEEDED);
    EXPECT_THAT(status.error_message(), HasSubstr("no answer for 250ms"));
    EXPECT_EQ(Report().stop_reason, StopReason::kFirstAnswerTimeout);
    EXPECT_GE(Report().lasted, kLimit);
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::Channel> channel_;
  std::shared_ptr<grpc::ClientContext> context_;
};

INSTANTIATE_TEST_SUITE_P(Apis, FirstAnswerTest, ValuesIn(AllStreamApis()),
                         [](const TestParamInfo<StreamApi>& api) {
                           return Name(api.param);
                         });

TEST_P(FirstAnswerTest, StreamEndsIfTheServerNeverResponds) {
  int attempt = 0;
  for (const StreamKind kind :
       {StreamKind::kServer, StreamKind::kClient, StreamKind::kBidi}) {
    server_.Add(Answer("never").AfterReadingAll().Held());
    ExpectTimeout(Call(kind).status);
    EXPECT_TRUE(server_.AwaitEnd(++attempt).cancelled);
    const CallReport report = Report();
    ASSERT_EQ(report.attempts.size(), 1u);
    EXPECT_EQ(report.attempts[0].origin, AttemptOrigin::kCallDeadline);
    EXPECT_TRUE(report.outcome_unknown);
  }
}

// A stream that is not retried otherwise passes through.
TEST_P(FirstAnswerTest, StreamWithoutRetriesEnds) {
  Everything().retry.max_attempts = 1;
  server_.Add(Answer("never").Held());
  ExpectTimeout(Call(StreamKind::kServer).status);
}

TEST_P(FirstAnswerTest, TimeoutIncludesRetries) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  server_.Add(Answer("never").Held());
  ExpectTimeout(Call(StreamKind::kServer).status);
  EXPECT_EQ(Report().attempts.size(), 2u);
  EXPECT_EQ(Report().grant_used, 1);
}

TEST_P(FirstAnswerTest, TimeoutEndsTheWaitForARetry) {
  Everything().retry.max_pushback = absl::Hours(1);
  Everything().retry.max_retry_time = absl::Hours(2);
  server_.Add(Fail(StatusCode::UNAVAILABLE).WithPushback("3600000"));
  ExpectTimeout(Call(StreamKind::kServer).status);
  EXPECT_EQ(server_.attempts(), 1);
  EXPECT_EQ(Report().grant_used, 0);
}

// After the answer, only the idle timeout ends the stream.
TEST_P(FirstAnswerTest, MessageIsAnAnswer) {
  Everything().stream.idle_timeout = 3 * kLimit;
  server_.Add(Answer("last").AfterEchoing(1).Held());
  const StreamResult result = Call(StreamKind::kServer);
  EXPECT_THAT(result.payloads, ElementsAre("hello"));
  EXPECT_EQ(Report().stop_reason, StopReason::kCommitted);
}

TEST_P(FirstAnswerTest, InitialMetadataAreAnAnswer) {
  Everything().stream.idle_timeout = 3 * kLimit;
  Everything().retry.max_attempts = 1;
  server_.Add(Answer("late").HeadersFirst().AfterReadingAll().Held());
  const grpc::Status status = Call(StreamKind::kServer).status;
  EXPECT_THAT(status.error_message(), HasSubstr("no message for 750ms"));
  EXPECT_EQ(Report().stop_reason, StopReason::kRetriesDisabled);
}

// The retry gets the whole time again.
TEST_P(FirstAnswerTest, AnswerOfAFailedAttemptIsForgotten) {
  Everything().stream.idle_timeout = 2 * kLimit;
  server_.Add(Answer("late").HeadersFirst().AfterReadingAll().Held());
  server_.Add(Answer("never").AfterReadingAll().Held());
  ExpectTimeout(Call(StreamKind::kServer).status);
  EXPECT_EQ(Report().attempts.size(), 2u);
  EXPECT_GE(Report().lasted, 3 * kLimit);
}

TEST_P(FirstAnswerTest, DeadlineReplacesTheTimeout) {
  server_.Add(Answer("never").Held());
  EXPECT_EQ(Call(StreamKind::kServer, 3 * kLimit).status.error_code(),
            StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(Report().stop_reason, StopReason::kNotEnoughTime);
  EXPECT_GE(Report().lasted, 2 * kLimit);
}

TEST_P(FirstAnswerTest, StreamMayWaitIfThePolicyAllowsIt) {
  Everything().deadline.missing = MissingDeadline::kAllow;
  server_.Add(Answer("late").AfterReadingAll().Held());
  const StreamResult result = Call(StreamKind::kServer, std::nullopt, [this] {
    BeBusyFor(2 * kLimit);
    server_.Release(1);
  });
  EXPECT_TRUE(result.status.ok()) << result;
}

TEST_P(FirstAnswerTest, ModeRejectRejectsTheStream) {
  Everything().deadline.missing = MissingDeadline::kReject;
  EXPECT_EQ(Call(StreamKind::kServer).status.error_code(),
            StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(server_.attempts(), 0);
}

}  // namespace
}  // namespace baton
