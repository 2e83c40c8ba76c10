// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Streams that two threads read and write. They are cancelled, exceed their
// deadline, or are destroyed.

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/wait_notice.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using testing::v1::CallResponse;
using testing::v1::Scripted;

// A wait for the next attempt that is longer than any passing test.
constexpr char kLongWait[] = "15000";

ScriptStep Unavailable() { return Fail(StatusCode::UNAVAILABLE, "busy"); }

class StreamThreadsTest : public ::testing::Test {
 protected:
  StreamThreadsTest() {
    options_.observers = notice_;
    options_.policy.everything().retry.max_pushback = absl::Minutes(1);
  }

  std::unique_ptr<Scripted::Stub> NewStub() {
    return Scripted::NewStub(NewBatonChannel(server_.address(), options_));
  }

  ScriptedServer server_;
  std::shared_ptr<WaitNotice> notice_ = std::make_shared<WaitNotice>();
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

TEST_F(StreamThreadsTest, EchoIsInOrderAfterAttemptsThatFailedHalfWay) {
  constexpr int kMessages = 5'000;
  server_.Add(Unavailable().AfterReading(3));
  server_.Add(Unavailable().AfterReading(200));
  server_.Add(AnswerWithoutMessage().AfterEchoingAll());
  const auto stub = NewStub();
  const auto stream = stub->Bidi(context_.get());
  std::thread writer([&stream] {
    for (int i = 0; i < kMessages; ++i) {
      if (!stream->Write(RequestOf(absl::StrCat(i)))) break;
    }
    stream->WritesDone();
  });
  CallResponse response;
  int next = 0;
  while (stream->Read(&response)) {
    ASSERT_EQ(response.payload(), absl::StrCat(next));
    ++next;
  }
  writer.join();
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_EQ(next, kMessages);
  EXPECT_EQ(server_.AwaitEnd(3).payloads.size(), kMessages);
}

// The reading thread replays the messages, and must read meanwhile. Otherwise
// the server would block.
TEST_F(StreamThreadsTest, ReplayAboveTheFlowControlWindowSucceeds) {
  options_.policy.everything().stream.max_replay_bytes = 64 << 20;
  const std::string large(100 << 10, 'x');
  server_.Add(Unavailable().AfterReading(40));
  server_.Add(AnswerWithoutMessage().AfterEchoingAll());
  const auto stub = NewStub();
  const auto stream = stub->Bidi(context_.get());
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(stream->Write(RequestOf(large)));
  stream->WritesDone();
  CallResponse response;
  int messages = 0;
  while (stream->Read(&response)) ++messages;
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_EQ(messages, 40);
}

TEST_F(StreamThreadsTest, CorkedStreamCanBeReadBeforeTheFirstWrite) {
  server_.Add(AnswerWithoutMessage().AfterEchoingAll());
  context_->set_initial_metadata_corked(true);
  const auto stub = NewStub();
  const auto stream = stub->Bidi(context_.get());
  std::thread reader([&stream] {
    CallResponse response;
    EXPECT_TRUE(stream->Read(&response));
    EXPECT_EQ(response.payload(), "a");
    EXPECT_FALSE(stream->Read(&response));
  });
  EXPECT_TRUE(stream->Write(RequestOf("a")));
  EXPECT_TRUE(stream->WritesDone());
  reader.join();
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(StreamThreadsTest, UnwrittenCorkedStreamEndsAtTheDeadline) {
  context_ = NewContext(absl::Milliseconds(50));
  context_->set_initial_metadata_corked(true);
  const auto stub = NewStub();
  const auto stream = stub->Bidi(context_.get());
  CallResponse response;
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(server_.attempts(), 0);
}

TEST_F(StreamThreadsTest, DeadlineEndsAReadAndTheCall) {
  context_ = NewContext(absl::Milliseconds(100));
  server_.Otherwise(Answer("late").Held());
  const auto stub = NewStub();
  const auto stream = stub->ServerStream(context_.get(), RequestOf("a"));
  CallResponse response;
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::DEADLINE_EXCEEDED);
}

TEST_F(StreamThreadsTest, RetryReplacesATimedOutAttempt) {
  options_.policy.everything().deadline.attempt_timeout =
      absl::Milliseconds(50);
  server_.Add(Answer("late").Held());
  server_.Otherwise(Answer("soon"));
  const auto stub = NewStub();
  const auto stream = stub->ServerStream(context_.get(), RequestOf("a"));
  CallResponse response;
  EXPECT_TRUE(stream->Read(&response));
  EXPECT_EQ(response.payload(), "soon");
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
}

// While the client is still sending, the attempt cannot time out.
TEST_F(StreamThreadsTest, AttemptTimeoutStartsAfterTheLastWrite) {
  options_.policy.everything().deadline.attempt_timeout =
      absl::Milliseconds(20);
  server_.Add(Answer("late").AfterReadingAll().Held());
  server_.Otherwise(Answer("soon").AfterReadingAll());
  CallResponse response;
  const auto stub = NewStub();
  const auto stream = stub->ClientStream(context_.get(), &response);
  EXPECT_TRUE(stream->Write(RequestOf("a")));
  EXPECT_TRUE(stream->WritesDone());
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_EQ(response.payload(), "soon");
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
}

TEST_F(StreamThreadsTest, CancelBeforeTheCallSendsNothing) {
  context_->TryCancel();
  const auto stub = NewStub();
  const auto stream = stub->Bidi(context_.get());
  EXPECT_FALSE(stream->Write(RequestOf("a")));
  CallResponse response;
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::CANCELLED);
  EXPECT_EQ(server_.attempts(), 0);
}

TEST_F(StreamThreadsTest, CancelEndsAReadAndTheAttempt) {
  server_.Add(Answer("never").Held());
  const auto stub = NewStub();
  const auto stream = stub->ServerStream(context_.get(), RequestOf("a"));
  std::thread canceller([this] {
    server_.AwaitAttempt(1);
    context_->TryCancel();
  });
  CallResponse response;
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::CANCELLED);
  canceller.join();
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
}

// The thread that reads may just wait for nothing but the timer.
TEST_F(StreamThreadsTest, CancelledReadsEndWithoutTheHelpOfATimer) {
  constexpr int kStreams = 100;
  server_.Otherwise(Answer("never").Held());
  const auto stub = NewStub();
  absl::Duration taken;
  for (int i = 1; i <= kStreams; ++i) {
    const auto context = NewContext(kPatience);
    const auto stream = stub->ServerStream(context.get(), RequestOf("a"));
    Stopwatch watch;
    std::thread canceller([&] {
      server_.AwaitAttempt(i);
      watch = Stopwatch();
      context->TryCancel();
    });
    CallResponse response;
    EXPECT_FALSE(stream->Read(&response));
    canceller.join();
    taken += watch.Elapsed();
    EXPECT_EQ(stream->Finish().error_code(), StatusCode::CANCELLED);
  }
  EXPECT_LT(taken / kStreams, absl::Milliseconds(10));
}

TEST_F(StreamThreadsTest, CancelEndsTheRetryWait) {
  server_.Add(Unavailable().WithPushback(kLongWait));
  const auto stub = NewStub();
  const auto stream = stub->ServerStream(context_.get(), RequestOf("a"));
  std::thread canceller([this] {
    notice_->AwaitWait(1);
    context_->TryCancel();
  });
  CallResponse response;
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::CANCELLED);
  canceller.join();
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_F(StreamThreadsTest, CancelInTheMiddleEndsWritesAndReads) {
  server_.Add(AnswerWithoutMessage().AfterEchoingAll());
  const auto stub = NewStub();
  const auto stream = stub->Bidi(context_.get());
  std::thread writer([&stream] {
    while (stream->Write(RequestOf("x"))) {
    }
  });
  CallResponse response;
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(stream->Read(&response));
  context_->TryCancel();
  while (stream->Read(&response)) {
  }
  writer.join();
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::CANCELLED);
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
}

TEST_F(StreamThreadsTest, DestroyedStreamIsCancelled) {
  server_.Add(Answer("never").AfterWriting({"x"}).Held());
  {
    const auto stub = NewStub();
    const auto stream = stub->ServerStream(context_.get(), RequestOf("a"));
    server_.AwaitAttempt(1);
  }
  context_ = nullptr;
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  EXPECT_EQ(notice_->AwaitReport().stop_reason, StopReason::kCancelled);
}

TEST_F(StreamThreadsTest, StreamDestroyedDuringAWaitEnds) {
  server_.Add(Unavailable().WithPushback(kLongWait));
  {
    const auto stub = NewStub();
    const auto stream = stub->Bidi(context_.get());
    EXPECT_TRUE(stream->Write(RequestOf("a")));
    // Baton takes it at the latest in the wait for the next attempt.
    while (notice_->waits() == 0) stream->Write(RequestOf("b"));
  }
  context_ = nullptr;
  EXPECT_EQ(notice_->AwaitReport().stop_reason, StopReason::kCancelled);
  EXPECT_EQ(server_.attempts(), 1);
}

// If the server does not read, messages must not accumulate in the client.
TEST_F(StreamThreadsTest, SlowServerSlowsTheWriter) {
  context_ = NewContext(absl::Seconds(1));
  server_.Add(Answer("late").Held());
  CallResponse response;
  const auto stub = NewStub();
  const auto stream = stub->ClientStream(context_.get(), &response);
  const testing::v1::CallRequest request =
      RequestOf(std::string(64 << 10, 'x'));
  std::size_t written = 0;
  while (stream->Write(request)) written += 64 << 10;
  EXPECT_LT(written, std::size_t{4} << 20);
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::DEADLINE_EXCEEDED);
}

TEST_F(StreamThreadsTest, HundredThousandMessagesArriveInOrder) {
  std::vector<std::string> payloads;
  for (int i = 0; i < 100'000; ++i) payloads.push_back(absl::StrCat(i));
  server_.Add(Unavailable());
  server_.Add(AnswerWithoutMessage().AfterWriting(payloads));
  const auto stub = NewStub();
  const auto stream = stub->ServerStream(context_.get(), RequestOf("a"));
  CallResponse response;
  std::size_t next = 0;
  while (stream->Read(&response)) {
    ASSERT_EQ(response.payload(), payloads[next]);
    ++next;
  }
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_EQ(next, payloads.size());
}

}  // namespace
}  // namespace baton
