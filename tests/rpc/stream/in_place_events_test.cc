// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The state machine of a stream whose first attempt is in place. Nothing is
// sent, and the clock is a fake.

#include "baton/rpc/stream/in_place_events.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "baton/client_options.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/stream/stream_effects.h"
#include "baton/rpc/stream/stream_machine.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/fake_batch.h"
#include "tests/rpc/support/fake_stream_driver.h"
#include "tests/rpc/support/planned_call.h"
#include "tests/rpc/support/two_attempts.h"
#include "tests/support/calls/message_bytes.h"

namespace baton::rpc {
namespace {

using RpcType = grpc::internal::RpcMethod::RpcType;
using Stage = InPlaceStream::Stage;

constexpr absl::Duration kTimeout = absl::Seconds(1);
constexpr absl::Duration kBackoff = absl::Milliseconds(20);

ClientOptions Retrying() {
  ClientOptions options = TwoAttempts();
  MethodPolicy& policy = options.policy.everything();
  policy.retry.classifier.retryable_codes = {absl::StatusCode::kAborted};
  policy.retry.backoff.initial = kBackoff;
  policy.stream.max_replay_bytes = 1000;
  return options;
}

class InPlaceEventsTest : public ::testing::Test {
 protected:
  explicit InPlaceEventsTest(ClientOptions options = Retrying())
      : call_("in-place-events", std::move(options), kTimeout),
        // The application's own call. It is never started.
        stub_(grpc::CreateChannel("127.0.0.1:1",
                                  grpc::InsecureChannelCredentials())),
        stream_(stub_.PrepareCall(&call_.context, "/a.B/C", &queue_)),
        machine_(Capture(), RpcType::BIDI_STREAMING, driver_) {
    ApplicationQueue queue;
    machine_.WatchFirstAttempt(queue);
    machine_.SetOwner(owner_);
  }
  ~InPlaceEventsTest() override {
    StreamEffects effects;
    machine_.OnAbandon(effects);
    queue_.Shutdown();
    void* tag = nullptr;
    bool ok = false;
    EXPECT_FALSE(queue_.Next(&tag, &ok));
  }

  InPlaceEvents& events() { return machine_.in_place(); }
  Stage stage() { return events().stream().stage; }

  // The batch that begins the stream.
  void Begin() {
    std::multimap<std::string, std::string> metadata;
    StreamEffects effects;
    events().Begin(metadata, effects);
    EXPECT_EQ(effects.start, nullptr);
    ASSERT_NE(events().stream().attempt, nullptr);
  }
  // A batch that sends this message.
  void Send(const std::string& message) {
    const grpc::ByteBuffer bytes = ToBytes(message);
    StreamEffects effects;
    events().OnSend(&bytes, /*closes=*/false, effects);
  }
  // A batch that reads comes back without a message.
  StreamEffects FailRead() {
    StreamWish wish;
    wish.message = true;
    StreamEffects effects;
    events().HoldBack(&read_, wish, &buffer_, effects);
    return effects;
  }
  // The status of the attempt arrives.
  StreamEffects End(grpc::StatusCode code) {
    const auto attempt = events().stream().attempt;
    attempt->status = grpc::Status(code, "");
    StreamEffects effects;
    machine_.OnEvent(attempt, StreamEvent::kEnded, true, effects);
    return effects;
  }
  StreamEffects RunTimer() {
    call_.runtime.Advance(driver_.timer - call_.Now());
    StreamEffects effects;
    machine_.OnTimer(effects);
    return effects;
  }

  PlannedCall call_;
  grpc::CompletionQueue queue_;
  grpc::GenericStub stub_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> stream_;
  FakeStreamDriver driver_;
  const std::shared_ptr<FakeStreamOwner> owner_ =
      std::make_shared<FakeStreamOwner>();
  FakeBatch read_{{}};
  FakeBatch write_{{}};
  grpc::ByteBuffer buffer_;
  StreamMachine machine_;

 private:
  CapturedCall Capture() {
    CapturedCall captured;
    captured.plan = std::move(call_.plan);
    captured.application_context = &call_.context;
    return captured;
  }
};

TEST_F(InPlaceEventsTest, StreamBeginsWithAnAttemptInPlaceAndNoTimer) {
  Begin();
  EXPECT_EQ(stage(), Stage::kWatches);
  EXPECT_TRUE(machine_.HasInPlace());
  EXPECT_EQ(driver_.timer, MonotonicTime::InfiniteFuture());
}

TEST_F(InPlaceEventsTest, MessageCommitsTheStream) {
  Begin();
  StreamEffects effects;
  EXPECT_TRUE(events().OnMessage(effects));
  EXPECT_EQ(stage(), Stage::kPasses);
}

TEST_F(InPlaceEventsTest, EmptyHeadersDoNotCommitTheStream) {
  Begin();
  StreamEffects effects;
  EXPECT_TRUE(
      events().OnHeaders(/*empty=*/true, /*trailers_only=*/false, effects));
  EXPECT_EQ(stage(), Stage::kWatches);
  EXPECT_TRUE(
      events().OnHeaders(/*empty=*/false, /*trailers_only=*/false, effects));
  EXPECT_EQ(stage(), Stage::kPasses);
}

TEST_F(InPlaceEventsTest, FullReplayBufferCommitsTheStream) {
  Begin();
  Send("a");
  EXPECT_EQ(stage(), Stage::kWatches);
  Send(std::string(2000, 'x'));
  EXPECT_EQ(stage(), Stage::kPasses);
}

TEST_F(InPlaceEventsTest, FailedReadAsksForTheStatus) {
  Begin();
  const StreamEffects effects = FailRead();
  EXPECT_EQ(stage(), Stage::kTaken);
  EXPECT_TRUE(effects.await_end);
  EXPECT_FALSE(effects.read);
  EXPECT_EQ(effects.receives[1].batch, nullptr);
}

TEST_F(InPlaceEventsTest, FailedReadWaitsForTheNextAttempt) {
  Begin();
  Send("a");
  FailRead();
  EXPECT_EQ(End(grpc::StatusCode::ABORTED).receives[1].batch, nullptr);
  EXPECT_GT(driver_.timer, call_.Now());
  EXPECT_LE(driver_.timer, call_.Now() + 2 * kBackoff);
  const StreamEffects effects = RunTimer();
  ASSERT_NE(effects.start, nullptr);
  EXPECT_FALSE(effects.start->in_place());
  EXPECT_EQ(effects.start->facts.number, 2);
  EXPECT_FALSE(machine_.HasInPlace());
}

TEST_F(InPlaceEventsTest, FailedReadCompletesWithAPermanentStatus) {
  Begin();
  FailRead();
  const StreamEffects effects = End(grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(effects.receives[1].batch, &read_);
  EXPECT_FALSE(effects.receives[1].has_message);
  EXPECT_EQ(machine_.status().error_code(), grpc::StatusCode::NOT_FOUND);
}

TEST_F(InPlaceEventsTest, FailedWriteReadsWhatTheServerHasSent) {
  Begin();
  Send("a");
  StreamEffects effects;
  EXPECT_TRUE(events().HoldBackSend(&write_, effects));
  EXPECT_EQ(stage(), Stage::kTaken);
  EXPECT_TRUE(effects.read);
  EXPECT_FALSE(effects.await_end);
  // A message is a part of the response, so that the write has failed.
  const auto attempt = events().stream().attempt;
  attempt->message = ToBytes("response");
  StreamEffects committed;
  machine_.OnEvent(attempt, StreamEvent::kRead, true, committed);
  EXPECT_EQ(committed.send.batch, &write_);
  EXPECT_TRUE(committed.send.failed);
}

TEST_F(InPlaceEventsTest, FailedWriteLeavesReadingToTheApplication) {
  Begin();
  Send("a");
  events().stream().reads = true;
  StreamEffects effects;
  EXPECT_TRUE(events().HoldBackSend(&write_, effects));
  EXPECT_FALSE(effects.read);
}

TEST_F(InPlaceEventsTest, FailedWriteSucceedsIfAnotherAttemptFollows) {
  Begin();
  Send("a");
  StreamEffects effects;
  events().HoldBackSend(&write_, effects);
  const auto attempt = events().stream().attempt;
  StreamEffects at_end;
  machine_.OnEvent(attempt, StreamEvent::kRead, false, at_end);
  EXPECT_TRUE(at_end.await_end);
  const StreamEffects ended = End(grpc::StatusCode::ABORTED);
  EXPECT_EQ(ended.send.batch, &write_);
  EXPECT_FALSE(ended.send.failed);
}

TEST_F(InPlaceEventsTest, CancelledStreamPassesAndStartsNothing) {
  Begin();
  StreamEffects effects;
  machine_.OnCancel(effects);
  EXPECT_EQ(stage(), Stage::kPasses);
  EXPECT_EQ(driver_.timer, MonotonicTime::InfiniteFuture());
  grpc::Status status(grpc::StatusCode::CANCELLED, "");
  events().OnStatus(status, effects);
  EXPECT_EQ(machine_.status().error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(effects.start, nullptr);
}

// The application's own call would otherwise start without the header.
TEST_F(InPlaceEventsTest, StreamCancelledBeforeItsStartIsNotSent) {
  StreamEffects effects;
  machine_.OnCancel(effects);
  EXPECT_EQ(stage(), Stage::kTaken);
  EXPECT_EQ(machine_.status().error_code(), grpc::StatusCode::CANCELLED);
}

ClientOptions Shortened() {
  ClientOptions options = Retrying();
  options.policy.everything().deadline.max_timeout = kTimeout / 2;
  return options;
}

// Baton's deadline is earlier than the deadline of the application's own call.
class ShortenedInPlaceTest : public InPlaceEventsTest {
 protected:
  ShortenedInPlaceTest() : InPlaceEventsTest(Shortened()) {}
};

TEST_F(ShortenedInPlaceTest, TimerEndsTheAttemptAlsoAfterTheCommit) {
  const MonotonicTime deadline = call_.Now() + kTimeout / 2;
  Begin();
  EXPECT_EQ(driver_.timer, deadline);
  StreamEffects effects;
  EXPECT_TRUE(events().OnMessage(effects));
  EXPECT_EQ(driver_.timer, deadline);
  EXPECT_EQ(RunTimer().start, nullptr);
  EXPECT_EQ(driver_.timer, MonotonicTime::InfiniteFuture());
  grpc::Status status(grpc::StatusCode::DEADLINE_EXCEEDED, "");
  events().OnStatus(status, effects);
  EXPECT_EQ(machine_.status().error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
}

TEST_F(ShortenedInPlaceTest, DeadlineLeavesNoTimeForARetry) {
  Begin();
  RunTimer();
  FailRead();
  const StreamEffects effects = End(grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(effects.receives[1].batch, &read_);
  EXPECT_EQ(driver_.timer, MonotonicTime::InfiniteFuture());
}

}  // namespace
}  // namespace baton::rpc
