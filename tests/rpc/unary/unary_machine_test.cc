// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The state machine of a unary call whose attempts are gRPC calls of their own.
// Nothing is sent, and the clock is a fake.

#include "baton/rpc/unary/unary_machine.h"

#include <memory>
#include <set>
#include <utility>

#include "absl/time/time.h"
#include "baton/call_report.h"
#include "baton/client_options.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/captured_call.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/fake_batch.h"
#include "tests/rpc/support/fake_call_driver.h"
#include "tests/rpc/support/planned_call.h"
#include "tests/rpc/support/two_attempts.h"

namespace baton::rpc {
namespace {

using ::grpc::StatusCode;

constexpr absl::Duration kTimeout = absl::Seconds(1);
constexpr absl::Duration kBackoff = absl::Milliseconds(20);
constexpr absl::Duration kCancelGrace = absl::Milliseconds(100);

const std::set<Hook> kWholeResponse = {Hook::PRE_RECV_INITIAL_METADATA,
                                       Hook::PRE_RECV_MESSAGE,
                                       Hook::PRE_RECV_STATUS};

ClientOptions Retrying() {
  ClientOptions options = TwoAttempts();
  MethodPolicy& policy = options.policy.everything();
  policy.retry.classifier.retryable_codes = {absl::StatusCode::kAborted};
  policy.retry.backoff.initial = kBackoff;
  policy.deadline.min_attempt_time = absl::ZeroDuration();
  return options;
}

class UnaryMachineTest : public ::testing::Test {
 protected:
  explicit UnaryMachineTest(ClientOptions options = Retrying())
      : call_("unary-machine", std::move(options), kTimeout),
        owner_(std::make_shared<FakeUnaryOwner>(call_.runtime)),
        machine_(Capture(), std::make_unique<FakeCallDriver>(
                                log_, /*starts_on_any_thread=*/true)) {
    machine_.SetOwner(owner_);
  }

  // Starts the call with a batch that waits for the whole response.
  void Begin() {
    machine_.OnComplete(&batch_);
    machine_.OnBegin();
  }
  int attempts() const { return static_cast<int>(log_.attempts.size()); }
  // Ends the attempt with this number, counted from 1.
  void End(int number, StatusCode code) {
    machine_.OnAttemptDone(log_.End(number - 1, code, "hello"));
  }
  // Moves the time to the timer, and runs it.
  void RunTimer() {
    ASSERT_TRUE(log_.has_timer());
    call_.runtime.Advance(log_.timer - call_.Now());
    machine_.OnTimer();
  }
  bool has_timer() const { return log_.has_timer(); }
  bool HasFinished() const {
    return log_.phase == CallDriver::Phase::kFinished;
  }
  StatusCode code() const { return batch_.status.error_code(); }
  CallReport Report() const {
    return machine_.session().Report().value_or(CallReport());
  }

  PlannedCall call_;
  FakeCallDriver::Log log_;
  std::shared_ptr<FakeUnaryOwner> owner_;
  UnaryMachine machine_;
  FakeBatch batch_{kWholeResponse};

 private:
  CapturedCall Capture() {
    CapturedCall captured;
    captured.plan = std::move(call_.plan);
    captured.application_context = &call_.context;
    captured.channel_below =
        grpc::CreateChannel("127.0.0.1:1", grpc::InsecureChannelCredentials());
    return captured;
  }
};

TEST_F(UnaryMachineTest, SuccessCompletesTheBatchWithTheMessage) {
  Begin();
  ASSERT_EQ(attempts(), 1);
  EXPECT_EQ(batch_.proceeded, 0);
  End(1, StatusCode::OK);
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_EQ(batch_.message.value(), "hello");
  EXPECT_EQ(code(), StatusCode::OK);
  EXPECT_TRUE(HasFinished());
  EXPECT_EQ(Report().stop_reason, StopReason::kSucceeded);
}

TEST_F(UnaryMachineTest, SuccessWaitsForTheBatchThatAsksForTheMessage) {
  machine_.OnBegin();
  End(1, StatusCode::OK);
  EXPECT_FALSE(HasFinished());
  machine_.OnComplete(&batch_);
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_TRUE(HasFinished());
}

TEST_F(UnaryMachineTest, BatchAfterTheEndIsCompletedAtOnce) {
  machine_.OnBegin();
  End(1, StatusCode::NOT_FOUND);
  EXPECT_TRUE(HasFinished());
  machine_.OnComplete(&batch_);
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_EQ(code(), StatusCode::NOT_FOUND);
}

TEST_F(UnaryMachineTest, RetryStartsAfterTheBackoff) {
  Begin();
  End(1, StatusCode::ABORTED);
  EXPECT_EQ(attempts(), 1);
  EXPECT_EQ(log_.phase, CallDriver::Phase::kWaiting);
  EXPECT_GT(log_.timer, call_.Now());
  EXPECT_LE(log_.timer, call_.Now() + 2 * kBackoff);
  RunTimer();
  ASSERT_EQ(attempts(), 2);
  EXPECT_EQ(log_.attempts[1]->facts.number, 2);
  EXPECT_EQ(log_.attempts[1]->facts.started_at, call_.Now());
  End(2, StatusCode::OK);
  EXPECT_EQ(code(), StatusCode::OK);
  EXPECT_EQ(Report().attempts.size(), 2u);
}

TEST_F(UnaryMachineTest, EarlyTimerStartsNothing) {
  Begin();
  End(1, StatusCode::ABORTED);
  machine_.OnTimer();
  EXPECT_EQ(attempts(), 1);
  EXPECT_TRUE(has_timer());
}

TEST_F(UnaryMachineTest, FailureOfTheLastAttemptEndsTheCall) {
  Begin();
  End(1, StatusCode::ABORTED);
  RunTimer();
  End(2, StatusCode::ABORTED);
  EXPECT_EQ(code(), StatusCode::ABORTED);
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_FALSE(has_timer());
}

TEST_F(UnaryMachineTest, PermanentFailureEndsTheCall) {
  Begin();
  End(1, StatusCode::NOT_FOUND);
  EXPECT_EQ(code(), StatusCode::NOT_FOUND);
  EXPECT_TRUE(batch_.message_failed);
  EXPECT_EQ(attempts(), 1);
}

TEST_F(UnaryMachineTest, UnreadableMessageEndsTheCall) {
  Begin();
  const std::shared_ptr<Attempt> attempt = log_.End(0, StatusCode::OK, "");
  const grpc::Slice garbage("\xff\xff");
  attempt->response = grpc::ByteBuffer(&garbage, 1);
  machine_.OnAttemptDone(attempt);
  EXPECT_EQ(code(), StatusCode::INTERNAL);
  ASSERT_EQ(Report().attempts.size(), 1u);
  EXPECT_EQ(Report().attempts[0].origin, AttemptOrigin::kUnconfirmed);
}

TEST_F(UnaryMachineTest, PassedDeadlineStartsNothing) {
  call_.runtime.Advance(kTimeout);
  Begin();
  EXPECT_EQ(attempts(), 0);
  EXPECT_EQ(code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(Report().stop_reason, StopReason::kNotEnoughTime);
}

TEST_F(UnaryMachineTest, WaitThatEndsTooLateStartsNothing) {
  Begin();
  End(1, StatusCode::ABORTED);
  call_.runtime.Advance(kTimeout);
  machine_.OnTimer();
  EXPECT_EQ(attempts(), 1);
  EXPECT_EQ(code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(Report().stop_reason, StopReason::kNotEnoughTime);
}

TEST_F(UnaryMachineTest, CancelDuringTheWaitEndsTheCall) {
  Begin();
  End(1, StatusCode::ABORTED);
  machine_.OnCancel();
  EXPECT_EQ(code(), StatusCode::CANCELLED);
  EXPECT_FALSE(has_timer());
  EXPECT_EQ(Report().stop_reason, StopReason::kCancelled);
}

TEST_F(UnaryMachineTest, CancelBeforeTheBeginPreventsTheFirstAttempt) {
  machine_.OnCancel();
  Begin();
  EXPECT_EQ(attempts(), 0);
}

TEST_F(UnaryMachineTest, CancelledAttemptEndsTheCallWithItsOwnStatus) {
  Begin();
  machine_.OnCancel();
  EXPECT_FALSE(HasFinished());
  EXPECT_EQ(log_.timer, call_.Now() + kCancelGrace);
  // The failure had arrived before.
  End(1, StatusCode::NOT_FOUND);
  EXPECT_EQ(code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(Report().stop_reason, StopReason::kCancelled);
}

TEST_F(UnaryMachineTest, CancelledAttemptMaySucceed) {
  Begin();
  machine_.OnCancel();
  End(1, StatusCode::OK);
  EXPECT_EQ(code(), StatusCode::OK);
  EXPECT_EQ(batch_.message.value(), "hello");
}

TEST_F(UnaryMachineTest, CancelledAttemptHasOnlyAGracePeriod) {
  Begin();
  machine_.OnCancel();
  machine_.OnCancel();
  RunTimer();
  EXPECT_EQ(code(), StatusCode::CANCELLED);
  EXPECT_EQ(batch_.proceeded, 1);
  // Its end does not count.
  End(1, StatusCode::OK);
  EXPECT_EQ(code(), StatusCode::CANCELLED);
  EXPECT_EQ(batch_.proceeded, 1);
}

TEST_F(UnaryMachineTest, EndOfTheParentEndsAWait) {
  Begin();
  machine_.OnParentEnd();  // the attempt runs
  EXPECT_FALSE(HasFinished());
  End(1, StatusCode::ABORTED);
  machine_.OnParentEnd();
  EXPECT_EQ(code(), StatusCode::CANCELLED);
}

TEST_F(UnaryMachineTest, RetryStopEndsAWaitWithTheFailure) {
  Begin();
  machine_.OnRetryStop();  // the attempt runs
  EXPECT_FALSE(HasFinished());
  End(1, StatusCode::ABORTED);
  machine_.OnRetryStop();
  EXPECT_EQ(code(), StatusCode::ABORTED);
  EXPECT_EQ(Report().stop_reason, StopReason::kAllRetriesStopped);
  EXPECT_EQ(Report().grant_used, 0);
}

TEST_F(UnaryMachineTest, AbandonedCallCompletesNoBatch) {
  Begin();
  machine_.OnAbandon();
  EXPECT_EQ(batch_.proceeded, 0);
  EXPECT_EQ(Report().stop_reason, StopReason::kCancelled);
}

TEST_F(UnaryMachineTest, AbandonedSuccessCountsAsASuccess) {
  machine_.OnBegin();
  End(1, StatusCode::OK);
  machine_.OnAbandon();
  EXPECT_EQ(Report().stop_reason, StopReason::kSucceeded);
}

TEST_F(UnaryMachineTest, CallDeadlineEndsAnAttemptThatDoesNotEnd) {
  Begin();
  ASSERT_TRUE(has_timer());
  // gRPC itself ends the attempt at the deadline, up to a grace period.
  EXPECT_GT(log_.timer, call_.Now() + kTimeout);
  RunTimer();
  EXPECT_EQ(code(), StatusCode::DEADLINE_EXCEEDED);
}

}  // namespace
}  // namespace baton::rpc
