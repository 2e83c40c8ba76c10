// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_machine.h"

#include <functional>
#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "baton/client_options.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/call/error_text.h"
#include "baton/rpc/stream/driver/stream_attempt.h"
#include "baton/rpc/stream/stream_batch.h"
#include "baton/rpc/stream/stream_effects.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/fake_batch.h"
#include "tests/rpc/support/fake_stream_driver.h"
#include "tests/rpc/support/planned_call.h"
#include "tests/rpc/support/two_attempts.h"

namespace baton::rpc {
namespace {

using RpcType = grpc::internal::RpcMethod::RpcType;

constexpr absl::Duration kTimeout = absl::Seconds(1);
constexpr absl::Duration kBackoff = absl::Milliseconds(20);

ClientOptions Retrying() {
  ClientOptions options = TwoAttempts();
  MethodPolicy& policy = options.policy.everything();
  policy.retry.classifier.retryable_codes = {absl::StatusCode::kAborted};
  policy.retry.backoff.initial = kBackoff;
  return options;
}

// A stream without sockets. The test brings the events, and reads the effects
// instead of executing them.
class StreamMachineTest : public ::testing::Test {
 protected:
  explicit StreamMachineTest(ClientOptions options = Retrying())
      : call_("stream-machine", std::move(options), kTimeout),
        machine_(Capture(), RpcType::BIDI_STREAMING, driver_) {
    machine_.SetOwner(owner_);
  }

  // Sends the metadata and one message. Returns the first attempt.
  std::shared_ptr<StreamAttempt> Begin() {
    StreamSending sending;
    sending.metadata.emplace();
    sending.message.emplace();
    sending.close = true;
    StreamEffects effects;
    machine_.OnSend(std::move(sending), nullptr, effects);
    return Started(effects);
  }
  std::shared_ptr<StreamAttempt> Started(const StreamEffects& effects) {
    if (effects.start == nullptr) return nullptr;
    StreamEffects more;
    machine_.OnStarted(effects.start, more);
    return effects.start;
  }
  void Bring(const std::shared_ptr<StreamAttempt>& attempt, StreamEvent event,
             bool ok = true) {
    StreamEffects effects;
    machine_.OnEvent(attempt, event, ok, effects);
    if (effects.read) {
      StreamEffects more;
      machine_.OnEvent(attempt, StreamEvent::kRead, false, more);
    }
  }
  void End(const std::shared_ptr<StreamAttempt>& attempt,
           grpc::StatusCode code) {
    attempt->status = grpc::Status(code, "");
    Bring(attempt, StreamEvent::kMetadata);
    Bring(attempt, StreamEvent::kEnded);
  }
  // Moves the time to the timer of the machine. Returns the attempt that the
  // timer starts.
  std::shared_ptr<StreamAttempt> RunTimer() {
    call_.runtime.Advance(driver_.timer - call_.Now());
    StreamEffects effects;
    machine_.OnTimer(effects);
    return Started(effects);
  }

  static CapturedCall CaptureOf(PlannedCall& call) {
    CapturedCall captured;
    captured.plan = std::move(call.plan);
    captured.application_context = &call.context;
    return captured;
  }

  PlannedCall call_;
  FakeStreamDriver driver_;
  const std::shared_ptr<FakeStreamOwner> owner_ =
      std::make_shared<FakeStreamOwner>();
  StreamMachine machine_;

 private:
  CapturedCall Capture() { return CaptureOf(call_); }
};

TEST_F(StreamMachineTest, StreamThatSendsNothingEndsAtTheDeadline) {
  EXPECT_EQ(driver_.timer, call_.Now() + kTimeout);
  EXPECT_EQ(RunTimer(), nullptr);
  EXPECT_EQ(machine_.status().error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
}

TEST_F(StreamMachineTest, FirstSendStartsAnAttempt) {
  const auto attempt = Begin();
  ASSERT_NE(attempt, nullptr);
  EXPECT_EQ(attempt->facts.number, 1);
}

TEST_F(StreamMachineTest, RetryStartsAfterTheBackoff) {
  const auto first = Begin();
  ASSERT_NE(first, nullptr);
  End(first, grpc::StatusCode::ABORTED);
  EXPECT_GT(driver_.timer, call_.Now());
  EXPECT_LE(driver_.timer, call_.Now() + 2 * kBackoff);
  const auto second = RunTimer();
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(second->facts.number, 2);
  EXPECT_EQ(second->facts.started_at, call_.Now());
}

TEST_F(StreamMachineTest, EarlyTimerStartsNothing) {
  const auto first = Begin();
  ASSERT_NE(first, nullptr);
  End(first, grpc::StatusCode::ABORTED);
  StreamEffects effects;
  machine_.OnTimer(effects);
  EXPECT_EQ(effects.start, nullptr);
}

TEST_F(StreamMachineTest, CancelledWaitStartsNoAttempt) {
  const auto first = Begin();
  ASSERT_NE(first, nullptr);
  End(first, grpc::StatusCode::ABORTED);
  StreamEffects effects;
  machine_.CancelWith(Cancelled(), effects);
  EXPECT_EQ(machine_.status().error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(driver_.timer, MonotonicTime::InfiniteFuture());
}

TEST_F(StreamMachineTest, FailureOfTheLastAttemptEndsTheStream) {
  const auto first = Begin();
  ASSERT_NE(first, nullptr);
  End(first, grpc::StatusCode::ABORTED);
  const auto second = RunTimer();
  ASSERT_NE(second, nullptr);
  End(second, grpc::StatusCode::ABORTED);
  EXPECT_EQ(machine_.status().error_code(), grpc::StatusCode::ABORTED);
  EXPECT_EQ(driver_.timer, MonotonicTime::InfiniteFuture());
}

// The write and the end complete at the same time, and the thread that reads
// may bring the end first.
TEST_F(StreamMachineTest, WriteAtTheEndHasTheResultOfItsAttempt) {
  for (const bool ok : {true, false}) {
    SCOPED_TRACE(ok);
    PlannedCall call("stream-machine", Retrying(), kTimeout);
    StreamMachine machine(CaptureOf(call), RpcType::BIDI_STREAMING, driver_);
    machine.SetOwner(owner_);
    FakeBatch batch({Hook::PRE_SEND_MESSAGE});
    StreamSending sending;
    sending.metadata.emplace();
    StreamEffects effects;
    machine.OnSend(std::move(sending), nullptr, effects);
    const auto attempt = effects.start;
    ASSERT_NE(attempt, nullptr);
    StreamEffects none;
    machine.OnStarted(attempt, none);
    machine.OnEvent(attempt, StreamEvent::kWritten, true, none);
    StreamSending message;
    const grpc::Slice slice("a");
    message.message.emplace(&slice, 1);
    StreamEffects wrote;
    machine.OnSend(std::move(message), &batch, wrote);
    EXPECT_TRUE(wrote.write.has_value());
    EXPECT_EQ(wrote.send.batch, nullptr);

    StreamEffects ended;
    attempt->status = grpc::Status(grpc::StatusCode::NOT_FOUND, "");
    machine.OnEvent(attempt, StreamEvent::kMetadata, true, ended);
    machine.OnEvent(attempt, StreamEvent::kEnded, true, ended);
    EXPECT_EQ(machine.status().error_code(), grpc::StatusCode::NOT_FOUND);
    EXPECT_EQ(ended.send.batch, nullptr);

    StreamEffects written;
    machine.OnEvent(attempt, StreamEvent::kWritten, ok, written);
    EXPECT_EQ(written.send.batch, &batch);
    EXPECT_EQ(written.send.failed, !ok);
  }
}

TEST_F(StreamMachineTest, CancelledWriteEndsAlthoughItsAttemptHasEnded) {
  StreamSending sending;
  sending.metadata.emplace();
  StreamEffects effects;
  machine_.OnSend(std::move(sending), nullptr, effects);
  const auto attempt = effects.start;
  ASSERT_NE(attempt, nullptr);
  StreamEffects none;
  machine_.OnStarted(attempt, none);
  machine_.OnEvent(attempt, StreamEvent::kWritten, true, none);
  FakeBatch batch({Hook::PRE_SEND_MESSAGE});
  StreamSending message;
  const grpc::Slice slice("a");
  message.message.emplace(&slice, 1);
  machine_.OnSend(std::move(message), &batch, none);
  // The status is there, and the metadata are not.
  machine_.OnEvent(attempt, StreamEvent::kEnded, true, none);
  EXPECT_EQ(none.send.batch, nullptr);
  StreamEffects cancelled;
  machine_.CancelWith(Cancelled(), cancelled);
  EXPECT_EQ(cancelled.send.batch, &batch);
  EXPECT_TRUE(cancelled.send.failed);
}

TEST_F(StreamMachineTest, WritesDoneCompletesWhenTheEndIsBeingSent) {
  StreamSending sending;
  sending.metadata.emplace();
  StreamEffects effects;
  machine_.OnSend(std::move(sending), nullptr, effects);
  const auto attempt = Started(effects);
  ASSERT_NE(attempt, nullptr);
  FakeBatch batch({Hook::PRE_SEND_CLOSE});
  StreamSending end;
  end.close = true;
  StreamEffects ended;
  machine_.OnSend(std::move(end), &batch, ended);
  // The metadata are still being sent.
  EXPECT_FALSE(ended.writes_done);
  EXPECT_EQ(ended.send.batch, nullptr);
  StreamEffects written;
  machine_.OnEvent(attempt, StreamEvent::kWritten, true, written);
  EXPECT_TRUE(written.writes_done);
  EXPECT_EQ(written.send.batch, &batch);
  EXPECT_FALSE(written.send.failed);
}

TEST_F(StreamMachineTest, CancelledStreamEndsWithTheStatusOfItsAttempt) {
  const auto attempt = Begin();
  ASSERT_NE(attempt, nullptr);
  Bring(attempt, StreamEvent::kMetadata);
  StreamEffects effects;
  machine_.OnCancel(effects);
  EXPECT_TRUE(effects.await_end);
  // The attempt had failed before the application cancelled.
  attempt->status = grpc::Status(grpc::StatusCode::ABORTED, "");
  Bring(attempt, StreamEvent::kEnded);
  EXPECT_EQ(machine_.status().error_code(), grpc::StatusCode::ABORTED);
  EXPECT_EQ(driver_.timer, MonotonicTime::InfiniteFuture());
}

TEST_F(StreamMachineTest, CancelledStreamKeepsItsInitialMetadata) {
  const auto attempt = Begin();
  ASSERT_NE(attempt, nullptr);
  Bring(attempt, StreamEvent::kMetadata);
  StreamEffects effects;
  machine_.OnCancel(effects);
  attempt->status = Cancelled();
  StreamEffects ended;
  machine_.OnEvent(attempt, StreamEvent::kEnded, true, ended);
  EXPECT_EQ(machine_.status().error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(ended.metadata_from, attempt.get());
}

TEST_F(StreamMachineTest, CancelledStreamEndsBeforeItsAttemptEnds) {
  const auto attempt = Begin();
  ASSERT_NE(attempt, nullptr);
  StreamEffects effects;
  machine_.OnCancel(effects);
  EXPECT_EQ(RunTimer(), nullptr);
  EXPECT_EQ(machine_.status().error_code(), grpc::StatusCode::CANCELLED);
}

// A hedged stream reads the first message before the application does.
class HedgedStreamMachineTest : public StreamMachineTest {
 protected:
  static ClientOptions Hedging() {
    ClientOptions options = Retrying();
    options.policy.everything().hedge.delay = absl::Milliseconds(500);
    options.policy.everything().hedge.max_attempts = 2;
    return options;
  }
  HedgedStreamMachineTest() : StreamMachineTest(Hedging()) {}

  // Begins an attempt. Returns whether it reads.
  bool BeginReading() {
    StreamSending sending;
    sending.metadata.emplace();
    sending.message.emplace();
    sending.close = true;
    StreamEffects effects;
    machine_.OnSend(std::move(sending), nullptr, effects);
    attempt_ = effects.start;
    StreamEffects more;
    machine_.OnStarted(attempt_, more);
    return more.read;
  }
  void Cancel() {
    StreamEffects effects;
    machine_.OnCancel(effects);
  }
  // The application reads. Returns whether the batch has got a message.
  bool HasReadMessage(StreamEffects& effects) {
    for (const StreamEffects::ReceiveCompletion& receive : effects.receives) {
      if (receive.batch == &read_) return receive.has_message;
    }
    return false;
  }
  void Read(StreamEffects& effects) {
    machine_.OnReceive({false, true, false}, &read_, effects);
  }
  // The server has sent an empty message, and the attempt has read it.
  void BringMessage(StreamEffects& effects) {
    const grpc::Slice slice;
    attempt_->message = grpc::ByteBuffer(&slice, 1);
    machine_.OnEvent(attempt_, StreamEvent::kMetadata, true, effects);
    machine_.OnEvent(attempt_, StreamEvent::kRead, true, effects);
  }
  void BringEnd(const grpc::Status& status, StreamEffects& effects) {
    attempt_->status = status;
    machine_.OnEvent(attempt_, StreamEvent::kEnded, true, effects);
  }

  std::shared_ptr<StreamAttempt> attempt_;
  FakeBatch read_{{Hook::POST_RECV_MESSAGE}};
};

TEST_F(HedgedStreamMachineTest, ReadAfterTheCancelGetsNoMessage) {
  ASSERT_TRUE(BeginReading());
  Cancel();
  StreamEffects effects;
  Read(effects);
  BringMessage(effects);
  EXPECT_FALSE(HasReadMessage(effects));
  BringEnd(Cancelled(), effects);
  EXPECT_FALSE(HasReadMessage(effects));
  EXPECT_EQ(machine_.status().error_code(), grpc::StatusCode::CANCELLED);
}

TEST_F(HedgedStreamMachineTest, ReadBeforeTheCancelGetsTheMessage) {
  ASSERT_TRUE(BeginReading());
  StreamEffects effects;
  Read(effects);
  Cancel();
  BringMessage(effects);
  EXPECT_TRUE(HasReadMessage(effects));
}

TEST_F(HedgedStreamMachineTest, StreamThatEndedBeforeTheCancelKeepsItsMessage) {
  ASSERT_TRUE(BeginReading());
  Cancel();
  StreamEffects effects;
  Read(effects);
  BringMessage(effects);
  BringEnd(grpc::Status::OK, effects);
  EXPECT_TRUE(HasReadMessage(effects));
}

TEST_F(StreamMachineTest, EventOfADiscardedAttemptIsIgnored) {
  const auto first = Begin();
  ASSERT_NE(first, nullptr);
  End(first, grpc::StatusCode::ABORTED);
  const auto second = RunTimer();
  ASSERT_NE(second, nullptr);
  Bring(first, StreamEvent::kEnded);
  End(second, grpc::StatusCode::OK);
  EXPECT_TRUE(machine_.status().ok());
}

}  // namespace
}  // namespace baton::rpc
