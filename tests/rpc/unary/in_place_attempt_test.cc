// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// First attempts in place, which the application must not notice. If a context
// names its peer, its own call was sent. For other calls peer() is the target.

#include <memory>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "baton/client.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/wait_notice.h"
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
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::ValuesIn;

// Forms that receive the whole response in one batch.
bool MayStartInPlace(UnaryForm form) {
  return form == UnaryForm::kSync || form == UnaryForm::kCqFinish ||
         form == UnaryForm::kCallback || form == UnaryForm::kGenericCq ||
         form == UnaryForm::kGenericCallback;
}

class InPlaceAttemptTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  std::shared_ptr<grpc::Channel> NewChannel(
      ClientInterceptorFactories interceptors = {}) {
    return NewBatonChannel("dns:///" + server_.address(), options_,
                           std::move(interceptors));
  }
  UnaryResult Call(const std::shared_ptr<grpc::Channel>& channel) {
    return MakeUnaryCall(GetParam(), channel, context_, RequestOf("hello"));
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

INSTANTIATE_TEST_SUITE_P(Forms, InPlaceAttemptTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(InPlaceAttemptTest, SingleBatchCallStartsInPlace) {
  EXPECT_TRUE(Call(NewChannel()).status.ok());
  if (MayStartInPlace(GetParam())) {
    EXPECT_THAT(context_->peer(), StartsWith("ipv"));
  }
}

TEST_P(InPlaceAttemptTest, OtherInterceptorsPreventTheInPlaceAttempt) {
  EXPECT_TRUE(Call(NewChannel(PassingInterceptors())).status.ok());
  EXPECT_THAT(context_->peer(), Not(StartsWith("ipv")));
}

// The application's own call would tell the server the longer deadline.
TEST_P(InPlaceAttemptTest, ShortenedDeadlinePreventsTheInPlaceAttempt) {
  options_.policy.everything().deadline.max_timeout = kPatience / 2;
  EXPECT_TRUE(Call(NewChannel()).status.ok());
  EXPECT_THAT(context_->peer(), Not(StartsWith("ipv")));
}

TEST_P(InPlaceAttemptTest, ShortenedCallWithoutGrantStartsInPlace) {
  options_.policy.everything().deadline.max_timeout = kPatience / 2;
  options_.policy.everything().retry.edge_grant = 0;
  EXPECT_TRUE(Call(NewChannel()).status.ok());
  if (MayStartInPlace(GetParam())) {
    EXPECT_THAT(context_->peer(), StartsWith("ipv"));
  }
}

TEST_P(InPlaceAttemptTest, ShortenedCallWithoutGrantEndsAtItsDeadline) {
  options_.policy.everything().deadline.max_timeout = absl::Milliseconds(100);
  options_.policy.everything().retry.edge_grant = 0;
  server_.Otherwise(Echo().Held());
  EXPECT_EQ(Call(NewChannel()).status.error_code(),
            StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(GetCallReport(*context_)->attempts[0].origin,
            AttemptOrigin::kCallDeadline);
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
}

TEST_P(InPlaceAttemptTest, LaterCancelDropsTheResponseOfTheInPlaceAttempt) {
  server_.Add(Fail(StatusCode::UNAVAILABLE)
                  .WithPushback("25000")
                  .WithInitialMetadata("x-head", "first")
                  .WithTrailer("x-tail", "first"));
  const auto notice = std::make_shared<WaitNotice>();
  context_ = NewContext(absl::Minutes(1));  // longer than the wait
  options_.observers = notice;
  auto call =
      StartUnaryCall(GetParam(), NewChannel(), context_, RequestOf("hello"));
  notice->AwaitWait(1);
  context_->TryCancel();
  const UnaryResult result = call->Wait();
  EXPECT_EQ(result.status.error_code(), StatusCode::CANCELLED);
  EXPECT_EQ(result.initial_metadata.count("x-head"), 0u);
  EXPECT_THAT(result.Trailers("x-tail"), IsEmpty());
}

TEST_P(InPlaceAttemptTest, CallReturnsTheResponseOfTheSecondAttempt) {
  server_.Add(Fail(StatusCode::UNAVAILABLE)
                  .WithInitialMetadata("x-head", "first")
                  .WithTrailer("x-tail", "first"));
  server_.Add(Answer("second").WithTrailer("x-tail", "second"));
  const UnaryResult result = Call(NewChannel());
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(result.payload, "second");
  EXPECT_THAT(result.Trailers("x-tail"), ElementsAre("second"));
  EXPECT_EQ(result.initial_metadata.count("x-head"), 0u);
}

TEST_P(InPlaceAttemptTest, UnparsableResponseAfterARetryIsAnError) {
  // Bytes are not parsed. gRPC itself parses the message of a generic stub.
  if (IsOfBytes(GetParam()) || GetParam() == UnaryForm::kTypedGenericCallback) {
    return;
  }
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  server_.Add(AnswerRaw("\xff\xff\xff"));
  const UnaryResult result = Call(NewChannel());
  EXPECT_EQ(result.status.error_code(), StatusCode::INTERNAL);
  EXPECT_THAT(result.payload, IsEmpty());
  EXPECT_EQ(GetCallReport(*context_)->code, absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace baton
