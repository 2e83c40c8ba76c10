// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What the report of a call keeps of the responses to its failed attempts.

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/policy/idempotency.h"
#include "baton/rpc/grpc/status_details.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/stream_kind.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::HasSubstr;
using ::testing::IsNull;
using ::testing::NotNull;
using ::testing::SizeIs;

ScriptStep Busy(const std::string& request_id_key) {
  return Fail(StatusCode::UNAVAILABLE, "try later")
      .WithDetails(
          rpc::WithErrorInfo(StatusCode::UNAVAILABLE, "try later", "BUSY")
              .error_details())
      .WithTrailer(request_id_key, "7c1");
}

class AttemptFailureTest : public ::testing::Test {
 protected:
  CallReport CallOn(const std::shared_ptr<grpc::Channel>& channel,
                    absl::Duration timeout = kPatience) {
    const auto context = NewContext(timeout);
    MakeUnaryCall(UnaryForm::kSync, channel, context, RequestOf("hello"));
    return *GetCallReport(*context);
  }
  CallReport Call() {
    return CallOn(NewBatonChannel(server_.address(), options_));
  }
  // Makes the call on a channel whose server has answered before.
  CallReport CallAfterAnAnswer(absl::Duration timeout = kPatience) {
    const auto channel = NewBatonChannel(server_.address(), options_);
    EXPECT_EQ(CallOn(channel).code, absl::StatusCode::kOk);
    server_.Add(Answer("late").Held());
    return CallOn(channel, timeout);
  }

  void ExpectBusy(const AttemptReport& attempt) const {
    ASSERT_THAT(attempt.failure, NotNull());
    EXPECT_EQ(attempt.failure->peer, "ipv4:" + server_.address());
    EXPECT_EQ(attempt.failure->message, "try later");
    EXPECT_EQ(attempt.failure->reason, "BUSY");
    EXPECT_EQ(attempt.failure->domain, "baton");
    EXPECT_EQ(attempt.failure->request_id, "7c1");
  }

  void ExpectOnlyPeer(const AttemptReport& attempt) const {
    ASSERT_THAT(attempt.failure, NotNull());
    EXPECT_EQ(attempt.failure->peer, "ipv4:" + server_.address());
    EXPECT_EQ(attempt.failure->message, "");
    EXPECT_EQ(attempt.failure->request_id, "");
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
};

TEST_F(AttemptFailureTest, ReportKeepsMessageReasonAndRequestId) {
  server_.Add(Busy("x-request-id"));
  server_.Add(Busy("x-request-id"));
  server_.Add(Answer("ok").WithTrailer("x-request-id", "7c2"));
  const CallReport report = Call();
  ASSERT_THAT(report.attempts, SizeIs(3));
  ExpectBusy(report.attempts[0]);
  ExpectBusy(report.attempts[1]);
  EXPECT_THAT(report.attempts[2].failure, IsNull());
  EXPECT_THAT(MultiLine(report),
              HasSubstr("forwarded 0, peer ipv4:" + server_.address() +
                        ", reason BUSY of baton, request id 7c1, message "
                        "\"try later\"\n"));
}

TEST_F(AttemptFailureTest, ReportOfAPassThroughCallKeepsTheFailure) {
  options_.policy.everything().retry.max_attempts = 1;
  server_.Add(Busy("x-request-id"));
  ExpectBusy(Call().attempts[0]);
}

TEST_F(AttemptFailureTest, ReportOfAStreamKeepsTheFailure) {
  for (const StreamKind kind : AllStreamKinds()) {
    server_.Add(Busy("x-request-id"));
    server_.Add(Answer("ok").AfterReadingAll());
    const auto context = NewContext(kPatience);
    MakeStreamCall(kind, NewBatonChannel(server_.address(), options_), *context,
                   {"a"});
    const CallReport report = *GetCallReport(*context);
    ASSERT_THAT(report.attempts, SizeIs(2));
    ExpectBusy(report.attempts[0]);
    EXPECT_THAT(report.attempts[1].failure, IsNull());
  }
}

TEST_F(AttemptFailureTest, PresetNamesTheTrailerOfTheRequestId) {
  ClassifierOptions& classifier = options_.policy.everything().retry.classifier;
  classifier.preset = ClassifierPreset::kCosmosDb;
  server_.Add(Busy("x-ms-activity-id"));
  ExpectBusy(Call().attempts[0]);
  classifier.preset = ClassifierPreset::kDynamoDb;
  server_.Add(Busy("x-amzn-requestid"));
  ExpectBusy(Call().attempts[0]);
}

TEST_F(AttemptFailureTest, PolicyNamesTheTrailerOfTheRequestId) {
  ClassifierOptions& classifier = options_.policy.everything().retry.classifier;
  classifier.preset = ClassifierPreset::kCosmosDb;
  classifier.request_id_trailer = "x-shop-id";
  server_.Add(Busy("x-shop-id"));
  ExpectBusy(Call().attempts[0]);
}

TEST_F(AttemptFailureTest, LongMessageIsCutBetweenCharacters) {
  std::string message;
  while (message.size() < 1000) message += "\xe4\xb8\x96";
  server_.Add(Fail(StatusCode::INTERNAL, message));
  const CallReport report = Call();
  ASSERT_THAT(report.attempts[0].failure, NotNull());
  EXPECT_EQ(report.attempts[0].failure->message, message.substr(0, 255));
}

TEST_F(AttemptFailureTest, LongTextsAreCut) {
  server_.Add(Fail(StatusCode::INTERNAL, std::string(1000, 'm'))
                  .WithTrailer("x-request-id", std::string(1000, 'i')));
  const CallReport report = Call();
  ASSERT_THAT(report.attempts[0].failure, NotNull());
  EXPECT_EQ(report.attempts[0].failure->message, std::string(256, 'm'));
  EXPECT_EQ(report.attempts[0].failure->request_id, std::string(256, 'i'));
}

TEST_F(AttemptFailureTest, ReportHasTheWaitThatTheServerRequested) {
  server_.Add(Fail(StatusCode::UNAVAILABLE).WithPushback("5"));
  const CallReport report = Call();
  ASSERT_THAT(report.attempts, SizeIs(2));
  EXPECT_EQ(report.attempts[0].retry_after, absl::Milliseconds(5));
  EXPECT_EQ(report.attempts[1].retry_after, std::nullopt);
  EXPECT_THAT(MultiLine(report), HasSubstr(", retry after 5ms, peer "));
}

TEST_F(AttemptFailureTest, AttemptWithoutAConnectionHasNoPeer) {
  server_.Stop();
  options_.policy.everything().retry.max_connection_wait = absl::ZeroDuration();
  const CallReport report = Call();
  EXPECT_TRUE(report.attempts[0].never_sent);
  ASSERT_THAT(report.attempts[0].failure, NotNull());
  EXPECT_EQ(report.attempts[0].failure->peer, "");
  EXPECT_THAT(MultiLine(report), HasSubstr(", never sent, forwarded 0"));
}

// The server has said nothing. The status is Baton's own cancellation.
TEST_F(AttemptFailureTest, TimedOutAttemptHasOnlyThePeerOfItsServer) {
  options_.policy.everything().deadline.attempt_timeout =
      absl::Milliseconds(50);
  const CallReport report = CallAfterAnAnswer();
  ASSERT_THAT(report.attempts, SizeIs(2));
  EXPECT_EQ(report.attempts[0].origin, AttemptOrigin::kAttemptTimeout);
  EXPECT_FALSE(report.attempts[0].never_sent);
  ExpectOnlyPeer(report.attempts[0]);
}

TEST_F(AttemptFailureTest, TimedOutAttemptBeforeAnyAnswerHasNoPeer) {
  options_.policy.everything().deadline.attempt_timeout =
      absl::Milliseconds(50);
  server_.Add(Answer("late").Held());
  const CallReport report = Call();
  ASSERT_THAT(report.attempts, SizeIs(2));
  EXPECT_THAT(report.attempts[0].failure, IsNull());
}

TEST_F(AttemptFailureTest, AttemptAtItsDeadlineHasThePeerOfItsServer) {
  const CallReport report = CallAfterAnAnswer(absl::Milliseconds(100));
  ASSERT_THAT(report.attempts, SizeIs(1));
  EXPECT_EQ(report.attempts[0].origin, AttemptOrigin::kCallDeadline);
  ExpectOnlyPeer(report.attempts[0]);
}

TEST_F(AttemptFailureTest, DiscardedHedgeHasThePeerOfItsServer) {
  MethodPolicy& policy = options_.policy.everything();
  policy.idempotency = Idempotency::kNoSideEffects;
  policy.hedge.delay = absl::Milliseconds(20);
  policy.hedge.max_attempts = 2;
  policy.hedge.max_extra_load_ratio = 1;
  const CallReport report = CallAfterAnAnswer();
  ASSERT_THAT(report.attempts, SizeIs(2));
  EXPECT_EQ(report.attempts[0].origin, AttemptOrigin::kCancelled);
  ExpectOnlyPeer(report.attempts[0]);
  EXPECT_THAT(report.attempts[1].failure, IsNull());
}

}  // namespace
}  // namespace baton
