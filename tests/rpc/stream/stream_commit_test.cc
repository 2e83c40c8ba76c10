// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// When a stream is committed, and what the application sees of it.

#include <memory>
#include <string>
#include <vector>

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
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing::v1::CallResponse;
using testing::v1::Scripted;
using Payloads = std::vector<std::string>;

ScriptStep Unavailable() { return Fail(StatusCode::UNAVAILABLE, "busy"); }

class StreamCommitTest : public ::testing::Test {
 protected:
  std::shared_ptr<grpc::Channel> NewChannel() {
    return NewBatonChannel(server_.address(), options_);
  }

  StreamResult Make(StreamKind kind, const Payloads& payloads) {
    return MakeStreamCall(kind, NewChannel(), *context_, payloads);
  }

  StopReason Reason() {
    const std::optional<CallReport> report = GetCallReport(*context_);
    EXPECT_TRUE(report.has_value());
    return report.has_value() ? report->stop_reason : StopReason::kSucceeded;
  }

  std::string InitialMetadata(const std::string& key) {
    const auto& map = context_->GetServerInitialMetadata();
    const auto found = map.find(key);
    if (found == map.end()) return "none";
    return std::string(found->second.data(), found->second.size());
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

TEST_F(StreamCommitTest, FirstMessageCommitsTheStream) {
  for (const StreamKind kind : {StreamKind::kServer, StreamKind::kBidi}) {
    server_.Add(Unavailable().AfterReadingAll().AfterWriting({"x"}));
    context_ = NewContext(kPatience);
    const StreamResult result = Make(kind, {"a"});
    EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE) << result;
    EXPECT_THAT(result.payloads, ElementsAre("x"));
    EXPECT_EQ(Reason(), StopReason::kCommitted);
  }
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_F(StreamCommitTest, FailedClientStreamDropsItsResponseAndCommits) {
  server_.Add(Unavailable().AfterReadingAll().AfterWriting({"x"}));
  const StreamResult result = Make(StreamKind::kClient, {"a"});
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE) << result;
  EXPECT_THAT(result.payloads, IsEmpty());
  EXPECT_EQ(Reason(), StopReason::kCommitted);
}

TEST_F(StreamCommitTest, DeliveredInitialMetadataCommitsTheStream) {
  server_.Add(
      Unavailable().HeadersFirst().Held().WithInitialMetadata("k", "1"));
  server_.Release(1);
  const auto stub = Scripted::NewStub(NewChannel());
  const auto stream = stub->ServerStream(context_.get(), RequestOf("a"));
  stream->WaitForInitialMetadata();
  EXPECT_EQ(InitialMetadata("k"), "1");
  CallResponse response;
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(Reason(), StopReason::kCommitted);
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_F(StreamCommitTest, UnreadInitialMetadataDoesNotCommitTheStream) {
  server_.Add(Unavailable().HeadersFirst().WithInitialMetadata("k", "1"));
  server_.Add(Answer("ok").WithInitialMetadata("k", "2").WithTrailer("t", "3"));
  const StreamResult result = Make(StreamKind::kServer, {"a"});
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_EQ(InitialMetadata("k"), "2");
  EXPECT_THAT(context_->GetServerTrailingMetadata(), SizeIs(1));
}

TEST_F(StreamCommitTest, FailedStreamReturnsMetadataOfItsLastAttempt) {
  server_.Add(Fail(StatusCode::NOT_FOUND, "gone")
                  .WithDetails("details")
                  .WithInitialMetadata("k", "1")
                  .WithTrailer("t", "2"));
  const StreamResult result = Make(StreamKind::kBidi, {"a"});
  EXPECT_EQ(result.status.error_message(), "gone");
  EXPECT_EQ(result.status.error_details(), "details");
  EXPECT_EQ(InitialMetadata("k"), "1");
  EXPECT_EQ(context_->GetServerTrailingMetadata().count("t"), 1u);
}

TEST_F(StreamCommitTest, ReplayBufferOverflowCommitsTheStream) {
  const std::string half(200 << 10, 'x');  // two messages exceed 256 KiB
  server_.Add(Unavailable().AfterReading(2));
  const StreamResult result = Make(StreamKind::kClient, {half, half, half});
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE) << result;
  EXPECT_EQ(Reason(), StopReason::kReplayBufferFull);
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_F(StreamCommitTest, RequestAboveTheReplayLimitIsSent) {
  context_->set_initial_metadata_corked(true);
  const std::string large(3 << 20, 'x');
  const StreamResult result = Make(StreamKind::kBidi, {large, "b"});
  EXPECT_TRUE(result.status.ok()) << result.status.error_message();
  EXPECT_THAT(server_.AwaitEnd(1).payloads, ElementsAre(large));
}

TEST_F(StreamCommitTest, LargeMessagesPassThrough) {
  const std::string large(3 << 20, 'x');
  const Payloads sent = {large, "small", large, large};
  server_.Add(AnswerWithoutMessage().AfterEchoingAll());
  const StreamResult result = Make(StreamKind::kBidi, {large});
  EXPECT_TRUE(result.status.ok()) << result.status.error_message();
  EXPECT_THAT(result.payloads, ElementsAre(large));
  context_ = NewContext(kPatience);
  server_.Add(Answer("ok").AfterReadingAll());
  EXPECT_TRUE(Make(StreamKind::kClient, sent).status.ok());
  EXPECT_EQ(server_.AwaitEnd(2).payloads, sent);
}

TEST_F(StreamCommitTest, FailedEmptyStreamIsRetried) {
  for (const StreamKind kind : {StreamKind::kClient, StreamKind::kBidi}) {
    server_.Add(Unavailable());
    server_.Add(Answer("ok"));
    context_ = NewContext(kPatience);
    const StreamResult result = Make(kind, {});
    EXPECT_TRUE(result.status.ok()) << result;
    EXPECT_THAT(result.payloads, ElementsAre("ok"));
  }
  EXPECT_EQ(server_.attempts(), 4);
  EXPECT_TRUE(server_.AwaitEnd(4).half_closed);
}

TEST_F(StreamCommitTest, ResponseWithoutMessageEndsTheStream) {
  server_.Otherwise(AnswerWithoutMessage().AfterReadingAll());
  for (const StreamKind kind : {StreamKind::kServer, StreamKind::kBidi}) {
    context_ = NewContext(kPatience);
    const StreamResult result = Make(kind, {"a"});
    EXPECT_TRUE(result.status.ok()) << result;
    EXPECT_THAT(result.payloads, IsEmpty());
  }
}

// A server may respond and end the call before it has read all messages.
TEST_F(StreamCommitTest, EarlyStatusFailsTheNextWrite) {
  server_.Add(Answer("enough").AfterReading(2));
  const auto stub = Scripted::NewStub(NewChannel());
  const auto stream = stub->Bidi(context_.get());
  const testing::v1::CallRequest request = RequestOf(std::string(10'000, 'x'));
  while (stream->Write(request)) {
  }
  CallResponse response;
  EXPECT_TRUE(stream->Read(&response));
  EXPECT_EQ(response.payload(), "enough");
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_F(StreamCommitTest, WriteLastEndsTheRequestStream) {
  server_.Add(Unavailable().AfterReadingAll());
  server_.Add(Answer("ok").AfterReadingAll());
  const auto stub = Scripted::NewStub(NewChannel());
  const auto stream = stub->Bidi(context_.get());
  EXPECT_TRUE(stream->Write(RequestOf("a")));
  stream->WriteLast(RequestOf("b"), grpc::WriteOptions());
  CallResponse response;
  EXPECT_TRUE(stream->Read(&response));
  EXPECT_TRUE(stream->Finish().ok());
  for (const int attempt : {1, 2}) {
    EXPECT_THAT(server_.AwaitEnd(attempt).payloads, ElementsAre("a", "b"));
    EXPECT_TRUE(server_.AwaitEnd(attempt).half_closed);
  }
}

TEST_F(StreamCommitTest, CorkedStreamIsRetried) {
  server_.Add(Unavailable());
  server_.Add(Answer("ok").AfterReadingAll());
  context_->set_initial_metadata_corked(true);
  const StreamResult result = Make(StreamKind::kBidi, {"a", "b"});
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_THAT(server_.AwaitEnd(2).payloads, ElementsAre("a", "b"));
}

}  // namespace
}  // namespace baton
