// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Streams that become silent.

#include <memory>
#include <optional>

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/awaited_queue.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::TestParamInfo;
using ::testing::ValuesIn;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// Sends one message, and nothing more until it is released.
ScriptStep Silent() { return Answer("last").AfterEchoing(1).Held(); }

class StreamIdleTest : public ::testing::TestWithParam<StreamApi> {
 protected:
  StreamIdleTest() {
    options_.policy.everything().stream.idle_timeout = absl::Milliseconds(50);
  }

  std::shared_ptr<grpc::Channel> NewChannel() {
    return NewBatonChannel(server_.address(), options_);
  }

  StreamResult Call(StreamKind kind, absl::Duration timeout = kPatience) {
    context_ = NewContext(timeout);
    return MakeStreamCall(GetParam(), kind, NewChannel(), *context_, {"hello"});
  }

  // Returns after `duration`.
  void BeBusyFor(absl::Duration duration) {
    ScriptedServer fallback_server({Answer("never").Held()});
    const auto context = NewContext(duration);
    CallResponse response;
    EXPECT_FALSE(Scripted::NewStub(fallback_server.NewChannel())
                     ->Call(context.get(), RequestOf("b"), &response)
                     .ok());
  }

  CallReport Report() {
    const std::optional<CallReport> report = GetCallReport(*context_);
    EXPECT_TRUE(report.has_value());
    if (report.has_value()) return *report;
    return {};
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::ClientContext> context_;
};

INSTANTIATE_TEST_SUITE_P(Apis, StreamIdleTest, ValuesIn(AllStreamApis()),
                         [](const TestParamInfo<StreamApi>& api) {
                           return Name(api.param);
                         });

TEST_P(StreamIdleTest, SilentStreamEndsAtTheIdleTimeout) {
  int attempt = 0;
  for (const StreamKind kind : {StreamKind::kServer, StreamKind::kBidi}) {
    server_.Add(Silent());
    const StreamResult result = Call(kind);
    EXPECT_EQ(result.status.error_code(), StatusCode::DEADLINE_EXCEEDED);
    EXPECT_THAT(result.status.error_message(),
                HasSubstr("no message for 50ms"));
    EXPECT_THAT(result.payloads, ElementsAre("hello"));
    EXPECT_TRUE(server_.AwaitEnd(++attempt).cancelled);
    const CallReport report = Report();
    EXPECT_EQ(report.stop_reason, StopReason::kCommitted);
    EXPECT_EQ(report.attempts.back().origin, AttemptOrigin::kAttemptTimeout);
  }
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_P(StreamIdleTest, StreamWithoutRetriesEndsAtTheIdleTimeout) {
  options_.policy.everything().retry.max_attempts = 1;
  server_.Add(Silent());
  const StreamResult result = Call(StreamKind::kServer);
  EXPECT_THAT(result.status.error_message(), HasSubstr("no message for 50ms"));
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
}

// The application has not received anything yet.
TEST_P(StreamIdleTest, StreamThatIsIdleAfterEmptyHeadersIsRetried) {
  int attempt = 0;
  for (const StreamKind kind :
       {StreamKind::kServer, StreamKind::kClient, StreamKind::kBidi}) {
    server_.Add(Answer("late").HeadersFirst().AfterReadingAll().Held());
    server_.Add(Answer("ok").AfterReadingAll());
    const StreamResult result = Call(kind);
    EXPECT_TRUE(result.status.ok()) << result;
    EXPECT_THAT(result.payloads, ElementsAre("ok"));
    EXPECT_TRUE(server_.AwaitEnd(attempt + 1).cancelled);
    attempt += 2;
  }
}

TEST_P(StreamIdleTest, StreamIsNotIdleBeforeTheFirstResponse) {
  options_.policy.everything().idempotency = Idempotency::kUnknown;
  server_.Add(Answer("never").Held());
  const StreamResult result =
      Call(StreamKind::kServer, absl::Milliseconds(250));
  EXPECT_EQ(result.status.error_code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_THAT(result.status.error_message(), Not(HasSubstr("no message")));
  EXPECT_THAT(result.payloads, IsEmpty());
}

TEST_P(StreamIdleTest, IdleTimeoutIsDisabledByDefault) {
  options_.policy.everything().stream = StreamOptions();
  server_.Add(Silent());
  const StreamResult result =
      Call(StreamKind::kServer, absl::Milliseconds(250));
  EXPECT_THAT(result.status.error_message(), Not(HasSubstr("no message")));
  EXPECT_EQ(result.status.error_code(), StatusCode::DEADLINE_EXCEEDED);
}

class StreamIdleReaderTest : public StreamIdleTest {};

INSTANTIATE_TEST_SUITE_P(Sync, StreamIdleReaderTest,
                         ::testing::Values(StreamApi::kSync),
                         [](const TestParamInfo<StreamApi>& api) {
                           return Name(api.param);
                         });

TEST_P(StreamIdleReaderTest, TimeBetweenReadsDoesNotCountAsIdle) {
  options_.policy.everything().stream.idle_timeout = absl::Milliseconds(400);
  server_.Add(Silent());
  context_ = NewContext(kPatience);
  const auto stub = Scripted::NewStub(NewChannel());
  const auto stream = stub->ServerStream(context_.get(), RequestOf("hello"));
  CallResponse response;
  EXPECT_TRUE(stream->Read(&response));
  BeBusyFor(absl::Milliseconds(900));
  server_.Release(1);
  EXPECT_TRUE(stream->Read(&response));
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_P(StreamIdleReaderTest, TimeBetweenReadsOnAQueueDoesNotCountAsIdle) {
  options_.policy.everything().stream.idle_timeout = absl::Milliseconds(400);
  server_.Add(Silent());
  context_ = NewContext(kPatience);
  const auto stub = Scripted::NewStub(NewChannel());
  AwaitedQueue queue;
  const auto stream = stub->AsyncServerStream(
      context_.get(), RequestOf("hello"), queue.get(), nullptr);
  EXPECT_TRUE(queue.Await());
  CallResponse response;
  stream->Read(&response, nullptr);
  EXPECT_TRUE(queue.Await());
  BeBusyFor(absl::Milliseconds(900));
  server_.Release(1);
  stream->Read(&response, nullptr);
  EXPECT_TRUE(queue.Await());
  EXPECT_EQ(response.payload(), "last");
  grpc::Status status;
  stream->Finish(&status, nullptr);
  EXPECT_TRUE(queue.Await());
  EXPECT_TRUE(status.ok());
}

TEST_P(StreamIdleReaderTest, FinishWaitsAtMostTheIdleTimeout) {
  server_.Add(Silent());
  context_ = NewContext(kPatience);
  const auto stub = Scripted::NewStub(NewChannel());
  const auto stream = stub->ServerStream(context_.get(), RequestOf("hello"));
  CallResponse response;
  EXPECT_TRUE(stream->Read(&response));
  EXPECT_THAT(stream->Finish().error_message(),
              HasSubstr("no message for 50ms"));
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
}

}  // namespace
}  // namespace baton
