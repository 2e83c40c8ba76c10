// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The behavior of gRPC alone in every form of unary call. A channel with Baton
// is compared with it.

#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/time/time.h"
#include "baton/testing/v1/scripted.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/resetting_listener.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/seen_attempt.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"
#include "tests/support/reserved_port.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::ValuesIn;

class BareGrpcTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  UnaryResult Call(std::shared_ptr<grpc::ClientContext> context) {
    return MakeUnaryCall(GetParam(), channel_, std::move(context),
                         RequestOf("hello"));
  }

  std::unique_ptr<StartedCall> Start(
      std::shared_ptr<grpc::ClientContext> context) {
    return StartUnaryCall(GetParam(), channel_, std::move(context),
                          RequestOf("hello"));
  }

  // Whether the form reports the initial metadata separately.
  bool HasInitialMetadataTag() const {
    return GetParam() == UnaryForm::kCqInitialMetadata ||
           GetParam() == UnaryForm::kGenericCqInitialMetadata ||
           GetParam() == UnaryForm::kReactor ||
           GetParam() == UnaryForm::kGenericReactor;
  }

  ScriptedServer server_;
  std::shared_ptr<grpc::Channel> channel_ = server_.NewChannel();
};

INSTANTIATE_TEST_SUITE_P(Forms, BareGrpcTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(BareGrpcTest, ResponseHasPayloadAndMetadata) {
  server_.Add(Answer("hi")
                  .WithInitialMetadata("x-head", "h")
                  .WithTrailer("x-tail-bin", std::string("\0\1", 2)));
  const UnaryResult result = Call(NewContext(kPatience));
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(result.payload, "hi");
  EXPECT_THAT(result.initial_metadata, Contains(Pair("x-head", "h")));
  EXPECT_THAT(result.Trailers("x-tail-bin"),
              ElementsAre(std::string("\0\1", 2)));
  EXPECT_EQ(result.initial_metadata_ok.has_value(), HasInitialMetadataTag());
  EXPECT_TRUE(result.initial_metadata_ok.value_or(true));
  EXPECT_TRUE(result.finish_ok.value_or(true));
}

TEST_P(BareGrpcTest, RequestHasPayloadMetadataAndDeadline) {
  auto context = NewContext(absl::Seconds(10));
  context->AddMetadata("x-key", "value");
  EXPECT_TRUE(Call(context).status.ok());
  const SeenAttempt seen = server_.AwaitEnd(1);
  EXPECT_EQ(seen.payload, "hello");
  EXPECT_THAT(seen.Values("x-key"), ElementsAre("value"));
  // gRPC rounds it up to three digits.
  EXPECT_LE(seen.time_left, absl::Seconds(10.1));
  EXPECT_GT(seen.time_left, absl::ZeroDuration());
  EXPECT_FALSE(seen.cancelled);
}

TEST_P(BareGrpcTest, TrailersOnlyErrorHasDetailsAndTrailers) {
  server_.Add(Fail(StatusCode::UNAVAILABLE, "busy")
                  .WithDetails(std::string("\x08\x0e\0z", 4))
                  .WithPushback("20")
                  .WithTrailer("x-tail", "t"));
  const UnaryResult result = Call(NewContext(kPatience));
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(result.status.error_message(), "busy");
  EXPECT_EQ(result.status.error_details(), std::string("\x08\x0e\0z", 4));
  EXPECT_THAT(result.Trailers("x-tail"), ElementsAre("t"));
  EXPECT_THAT(result.Trailers("grpc-retry-pushback-ms"), ElementsAre("20"));
  EXPECT_THAT(result.Trailers("grpc-status-details-bin"),
              ElementsAre(std::string("\x08\x0e\0z", 4)));
  EXPECT_THAT(result.initial_metadata, IsEmpty());
  EXPECT_EQ(result.payload, "");
  EXPECT_TRUE(result.finish_ok.value_or(true));
}

TEST_P(BareGrpcTest, ErrorAfterHeadersHasHeadersAndTrailers) {
  server_.Add(Fail(StatusCode::ABORTED, "changed my mind")
                  .WithInitialMetadata("x-head", "h")
                  .WithTrailer("x-tail", "t")
                  .HeadersFirst());
  const UnaryResult result = Call(NewContext(kPatience));
  EXPECT_EQ(result.status.error_code(), StatusCode::ABORTED);
  EXPECT_THAT(result.initial_metadata, Contains(Pair("x-head", "h")));
  EXPECT_THAT(result.Trailers("x-tail"), ElementsAre("t"));
  EXPECT_TRUE(result.initial_metadata_ok.value_or(true));
}

TEST_P(BareGrpcTest, DeadlineEndsAHeldCall) {
  server_.Add(Echo().Held());
  const UnaryResult result = Call(NewContext(absl::Milliseconds(200)));
  EXPECT_EQ(result.status.error_code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
}

TEST_P(BareGrpcTest, DeadlineInThePastReachesNoServer) {
  const UnaryResult result = Call(NewContext(-absl::Seconds(1)));
  EXPECT_EQ(result.status.error_code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(server_.attempts(), 0);
}

TEST_P(BareGrpcTest, CancellationEndsAHeldCall) {
  server_.Add(Echo().Held());
  auto call = Start(NewContext(kPatience));
  server_.AwaitAttempt(1);
  std::thread([&call] { call->context().TryCancel(); }).join();
  EXPECT_EQ(call->Wait().status.error_code(), StatusCode::CANCELLED);
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
}

TEST_P(BareGrpcTest, CancellationBeforeTheStartReachesNoServer) {
  auto context = NewContext(kPatience);
  context->TryCancel();
  EXPECT_EQ(Call(context).status.error_code(), StatusCode::CANCELLED);
  EXPECT_EQ(server_.attempts(), 0);
}

TEST_P(BareGrpcTest, CancellationAfterTheEndDoesNothing) {
  auto call = Start(NewContext(kPatience));
  EXPECT_TRUE(call->Wait().status.ok());
  call->context().TryCancel();
  EXPECT_TRUE(call->Wait().status.ok());
}

TEST_P(BareGrpcTest, ChannelCanBeReleasedDuringTheCall) {
  server_.Add(Answer("late").Held());
  auto call = Start(NewContext(kPatience));
  server_.AwaitAttempt(1);
  channel_ = nullptr;
  server_.Release(1);
  EXPECT_EQ(call->Wait().payload, "late");
}

TEST_P(BareGrpcTest, CutConnectionIsUnavailable) {
  server_.Add(CutConnection());
  const UnaryResult result = Call(NewContext(kPatience));
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE) << result;
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_P(BareGrpcTest, ServerShutdownDuringTheCallIsUnavailable) {
  server_.Add(Echo().Held());
  auto call = Start(NewContext(kPatience));
  server_.AwaitAttempt(1);
  server_.Stop();
  EXPECT_EQ(call->Wait().status.error_code(), StatusCode::UNAVAILABLE);
}

TEST_P(BareGrpcTest, MissingServerIsUnavailable) {
  const ReservedPort port;
  channel_ =
      grpc::CreateChannel(port.address(), grpc::InsecureChannelCredentials());
  EXPECT_EQ(Call(NewContext(kPatience)).status.error_code(),
            StatusCode::UNAVAILABLE);
}

TEST_P(BareGrpcTest, ResetConnectionIsUnavailable) {
  const ResettingListener listener;
  channel_ = grpc::CreateChannel(listener.address(),
                                 grpc::InsecureChannelCredentials());
  EXPECT_EQ(Call(NewContext(kPatience)).status.error_code(),
            StatusCode::UNAVAILABLE);
}

TEST_P(BareGrpcTest, WaitForReadySucceedsWhenTheServerStartsLater) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  channel_ = server_.NewChannel(arguments);
  server_.Stop();
  auto context = NewContext(kPatience);
  context->set_wait_for_ready(true);
  auto call = Start(context);
  EXPECT_FALSE(call->ended());
  server_.Start();
  EXPECT_EQ(call->Wait().payload, "hello");
}

TEST_P(BareGrpcTest, TooLargeResponseIsResourceExhausted) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(1000);
  channel_ = server_.NewChannel(arguments);
  server_.Add(AnswerOfSize(2000));
  const UnaryResult result = Call(NewContext(kPatience));
  EXPECT_EQ(result.status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(result.payload, "");
}

TEST_P(BareGrpcTest, OkWithoutMessageIsAnErrorInSyncCallsOnly) {
  server_.Add(AnswerWithoutMessage());
  const UnaryResult result = Call(NewContext(kPatience));
  EXPECT_EQ(result.status.error_code(), GetParam() == UnaryForm::kSync
                                            ? StatusCode::UNIMPLEMENTED
                                            : StatusCode::OK)
      << result;
  EXPECT_TRUE(result.finish_ok.value_or(true));
}

// The same, except that a completion queue gets a tag with ok == false. Calls
// of bytes do not parse the response.
TEST_P(BareGrpcTest, UnparsableResponseIsAnErrorInSyncCallsOnly) {
  server_.Add(AnswerRaw("\x0a\x7f"));
  const UnaryResult result = Call(NewContext(kPatience));
  EXPECT_EQ(result.status.error_code(), GetParam() == UnaryForm::kSync
                                            ? StatusCode::UNIMPLEMENTED
                                            : StatusCode::OK)
      << result;
  EXPECT_EQ(result.payload, "");
  EXPECT_EQ(result.finish_ok.value_or(false),
            result.finish_ok.has_value() && IsOfBytes(GetParam()));
}

TEST_P(BareGrpcTest, EndHookRunsOnceBeforeWaitReturns) {
  UnaryResult told;
  CallHooks hooks;
  hooks.on_end = [&told](const UnaryResult& result) { told = result; };
  bool started = false;
  hooks.after_start = [&started] { started = true; };
  auto call = StartUnaryCall(GetParam(), channel_, NewContext(kPatience),
                             RequestOf("hello"), hooks);
  EXPECT_TRUE(started);
  EXPECT_EQ(call->Wait().payload, "hello");
  EXPECT_EQ(told.payload, "hello");
}

TEST_P(BareGrpcTest, DestroyingAHeldCallCancelsIt) {
  server_.Add(Echo().Held());
  auto call = Start(NewContext(kPatience));
  server_.AwaitAttempt(1);
  call = nullptr;
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
}

}  // namespace
}  // namespace baton
