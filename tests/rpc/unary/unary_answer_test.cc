// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The metadata of every attempt, and the parts of the response that reach the
// application, in every form of unary call.

#include <memory>
#include <string>
#include <thread>

#include "absl/time/time.h"
#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::Le;
using ::testing::Not;
using ::testing::Pair;
using ::testing::ValuesIn;

class UnaryAnswerTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  UnaryResult Call(const ClientOptions& options,
                   std::shared_ptr<grpc::ClientContext> context) {
    return MakeUnaryCall(GetParam(),
                         NewBatonChannel(server_.address(), options),
                         std::move(context), RequestOf("hello"));
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
};

INSTANTIATE_TEST_SUITE_P(Forms, UnaryAnswerTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(UnaryAnswerTest, OnlyMetadataOfTheWinnerIsVisible) {
  server_.Add(Fail(StatusCode::UNAVAILABLE)
                  .WithInitialMetadata("x-head", "loser")
                  .WithTrailer("x-tail", "loser"));
  server_.Add(Answer("hi")
                  .WithInitialMetadata("x-head", "winner")
                  .WithTrailer("x-tail-bin", std::string("\0\1", 2)));
  const UnaryResult result = Call(options_, NewContext(kPatience));
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(result.payload, "hi");
  EXPECT_THAT(result.initial_metadata, Contains(Pair("x-head", "winner")));
  EXPECT_THAT(result.initial_metadata, Not(Contains(Pair("x-head", "loser"))));
  EXPECT_THAT(result.Trailers("x-tail-bin"),
              ElementsAre(std::string("\0\1", 2)));
  EXPECT_THAT(result.Trailers("x-tail"), IsEmpty());
}

TEST_P(UnaryAnswerTest, LastErrorKeepsCodeMessageDetailsAndTrailers) {
  const std::string details("\x08\x0e\0z", 4);
  server_.Add(Fail(StatusCode::UNAVAILABLE, "first"));
  server_.Add(Fail(StatusCode::NOT_FOUND, "second")
                  .WithDetails(details)
                  .WithTrailer("x-tail", "t"));
  const UnaryResult result = Call(options_, NewContext(kPatience));
  EXPECT_EQ(result.status.error_code(), StatusCode::NOT_FOUND);
  EXPECT_THAT(result.status.error_message(),
              AllOf(HasSubstr("second"), HasSubstr("2 attempts in "),
                    HasSubstr("no retry: not_retryable")));
  EXPECT_EQ(result.status.error_details(), details);
  EXPECT_THAT(result.Trailers("x-tail"), ElementsAre("t"));
}

TEST_P(UnaryAnswerTest, ErrorMessagesStayUnchangedIfConfigured) {
  server_.Add(Fail(StatusCode::UNAVAILABLE, "first"));
  server_.Add(Fail(StatusCode::NOT_FOUND, "second"));
  options_.explain_errors = false;
  EXPECT_EQ(Call(options_, NewContext(kPatience)).status.error_message(),
            "second");
}

TEST_P(UnaryAnswerTest, TextOfALostConnectionNamesAnUnknownOutcome) {
  options_.policy.everything().idempotency = Idempotency::kNotIdempotent;
  // A call with one attempt passes through.
  for (const int max_attempts : {3, 1}) {
    options_.policy.everything().retry.max_attempts = max_attempts;
    server_.Add(CutConnection());
    const auto context = NewContext(kPatience);
    const UnaryResult result = Call(options_, context);
    EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
    EXPECT_THAT(result.status.error_message(), EndsWith(" (outcome unknown)"));
    EXPECT_EQ(GetCallReport(*context)->attempts.size(), 1u);
  }
}

TEST_P(UnaryAnswerTest, TextOfAServerIsTheSameAsWithoutBaton) {
  options_.policy.everything().idempotency = Idempotency::kNotIdempotent;
  for (const int max_attempts : {3, 1}) {
    options_.policy.everything().retry.max_attempts = max_attempts;
    server_.Add(Fail(StatusCode::UNAVAILABLE, "no database"));
    const auto context = NewContext(kPatience);
    EXPECT_EQ(Call(options_, context).status.error_message(), "no database");
    EXPECT_TRUE(GetCallReport(*context)->outcome_unknown);
  }
}

TEST_P(UnaryAnswerTest, EachAttemptCarriesCallMetadataAndItsOwnHeader) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  auto context = NewContext(kPatience);
  context->AddMetadata("x-key", "value");
  // Metadata of an incoming request must not be sent again.
  context->AddMetadata("retry-budget", "g=9,n=0,h=0");
  EXPECT_TRUE(Call(options_, context).status.ok());
  EXPECT_THAT(server_.AwaitEnd(1).Values("x-key"), ElementsAre("value"));
  EXPECT_THAT(server_.AwaitEnd(2).Values("x-key"), ElementsAre("value"));
  EXPECT_THAT(server_.AwaitEnd(1).Values("retry-budget"),
              ElementsAre("g=0,n=0,h=1"));
  EXPECT_THAT(server_.AwaitEnd(2).Values("retry-budget"),
              ElementsAre("g=0,n=1,h=1,k=r,w=unavailable"));
}

TEST_P(UnaryAnswerTest, EveryAttemptSendsTheRemainingDeadline) {
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  EXPECT_TRUE(Call(options_, NewContext(absl::Seconds(10))).status.ok());
  for (int attempt : {1, 2}) {
    // gRPC rounds it up to three digits.
    EXPECT_THAT(server_.AwaitEnd(attempt).time_left,
                AllOf(Gt(absl::Seconds(5)), Le(absl::Seconds(10.1))));
  }
}

TEST_P(UnaryAnswerTest, CallWithoutDeadlineGetsThePolicyDefault) {
  options_.policy.everything().deadline.default_timeout = absl::Seconds(7);
  for (int attempts : {1, 3}) {
    options_.policy.everything().retry.max_attempts = attempts;
    auto context = NewContext();
    EXPECT_TRUE(Call(options_, context).status.ok());
    EXPECT_THAT(server_.AwaitEnd(server_.attempts()).time_left,
                AllOf(Gt(absl::Seconds(3)), Le(absl::Seconds(7.1))));
    EXPECT_TRUE(GetCallReport(*context)->deadline_missing);
  }
}

TEST_P(UnaryAnswerTest, CallEndsAtTheDefaultDeadline) {
  options_.policy.everything().deadline.default_timeout =
      absl::Milliseconds(100);
  for (int attempts : {1, 3}) {
    options_.policy.everything().retry.max_attempts = attempts;
    server_.Otherwise(Echo().Held());
    EXPECT_EQ(Call(options_, NewContext()).status.error_code(),
              StatusCode::DEADLINE_EXCEEDED);
  }
}

TEST_P(UnaryAnswerTest, DeadlineIsCutToTheMaximum) {
  options_.policy.everything().deadline.max_timeout = absl::Seconds(5);
  auto context = NewContext(absl::Hours(1));
  EXPECT_TRUE(Call(options_, context).status.ok());
  EXPECT_LE(server_.AwaitEnd(1).time_left, absl::Seconds(5.1));
  EXPECT_TRUE(GetCallReport(*context)->deadline_capped);
}

TEST_P(UnaryAnswerTest, PolicyCanRejectCallsWithoutDeadline) {
  options_.policy.everything().deadline.missing = MissingDeadline::kReject;
  const UnaryResult result = Call(options_, NewContext());
  EXPECT_EQ(result.status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(result.status.error_message(), HasSubstr("no deadline"));
  EXPECT_EQ(server_.attempts(), 0);
}

TEST_P(UnaryAnswerTest, RetryReplacesATimedOutAttempt) {
  server_.Add(Echo().Held());
  // On a busy machine the second attempt may time out as well.
  server_.Otherwise(Answer("another"));
  options_.policy.everything().deadline.attempt_timeout =
      absl::Milliseconds(50);
  auto context = NewContext(kPatience);
  const UnaryResult result = Call(options_, context);
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(result.payload, "another");
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  EXPECT_EQ(GetCallReport(*context)->attempts[0].origin,
            AttemptOrigin::kAttemptTimeout);
}

TEST_P(UnaryAnswerTest, TimedOutAttemptContinuesIfNoRetryIsAllowed) {
  server_.Add(Echo().Held());
  options_.policy.everything().deadline.attempt_timeout =
      absl::Milliseconds(20);
  // Ends before the first attempt times out.
  options_.policy.everything().retry.max_retry_time = absl::Milliseconds(1);
  const auto channel = NewBatonChannel(server_.address(), options_);
  auto call = StartUnaryCall(GetParam(), channel, NewContext(kPatience),
                             RequestOf("hello"));
  server_.AwaitAttempt(1);
  // Released well after the timeout, which a second call with the same timeout
  // confirms.
  EXPECT_EQ(MakeUnaryCall(GetParam(), channel,
                          NewContext(absl::Milliseconds(100)), RequestOf("x"))
                .status.error_code(),
            StatusCode::OK);
  server_.Release(1);
  EXPECT_TRUE(call->Wait().status.ok());
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_P(UnaryAnswerTest, OverridesApplyToOneCall) {
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE));
  CallOverrides once;
  once.disable_retries = true;
  auto context = NewContext(kPatience);
  ASSERT_TRUE(SetCallOverrides(context.get(), once).ok());
  EXPECT_FALSE(Call(options_, context).status.ok());
  EXPECT_EQ(server_.attempts(), 1);
  EXPECT_FALSE(Call(options_, NewContext(kPatience)).status.ok());
  EXPECT_EQ(server_.attempts(), 4);
}

}  // namespace
}  // namespace baton
