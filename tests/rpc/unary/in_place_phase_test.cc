// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The state machine of a unary call whose first attempt is in place. Nothing is
// sent, and the clock is a fake.

#include "baton/rpc/unary/in_place_phase.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "baton/call_report.h"
#include "baton/client_options.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/call/first_attempt.h"
#include "baton/rpc/call/running/late_checks.h"
#include "baton/rpc/grpc/application_metadata.h"
#include "baton/rpc/unary/started_in_place.h"
#include "baton/rpc/unary/unary_machine.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/fake_batch.h"
#include "tests/rpc/support/fake_call_driver.h"
#include "tests/rpc/support/loopback_server.h"
#include "tests/rpc/support/planned_call.h"
#include "tests/rpc/support/two_attempts.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton::rpc {
namespace {

using ::grpc::StatusCode;

constexpr absl::Duration kTimeout = absl::Seconds(1);
constexpr absl::Duration kAttemptTimeout = absl::Milliseconds(300);
constexpr absl::Duration kBackoff = absl::Milliseconds(20);
constexpr char kTimedOut[] = "the per-attempt timeout has expired";

const std::set<Hook> kWholeCall = {
    Hook::PRE_SEND_INITIAL_METADATA,  Hook::PRE_SEND_MESSAGE,
    Hook::POST_RECV_INITIAL_METADATA, Hook::POST_RECV_MESSAGE,
    Hook::POST_RECV_STATUS,
};

ClientOptions Retrying() {
  ClientOptions options = TwoAttempts();
  MethodPolicy& policy = options.policy.everything();
  policy.retry.classifier.retryable_codes = {absl::StatusCode::kAborted};
  policy.retry.backoff.initial = kBackoff;
  policy.deadline.attempt_timeout = kAttemptTimeout;
  return options;
}

class InPlacePhaseTest : public ::testing::Test {
 protected:
  // `channel`: of the application's own call. Without it, no server exists.
  explicit InPlacePhaseTest(
      const std::string& target = "in-place-phase",
      ClientOptions options = Retrying(),
      const std::shared_ptr<grpc::Channel>& channel = grpc::CreateChannel(
          "127.0.0.1:1", grpc::InsecureChannelCredentials()))
      : call_(target, std::move(options), kTimeout),
        stub_(channel),
        // The application's own call. It is never started.
        reader_(stub_.PrepareUnaryCall(&call_.context, "/a.B/C",
                                       grpc::ByteBuffer(), &log_.queue)),
        owner_(std::make_shared<FakeUnaryOwner>(call_.runtime)),
        machine_(Capture(), std::make_unique<FakeCallDriver>(
                                log_, /*starts_on_any_thread=*/true)) {
    machine_.SetOwner(owner_);
  }
  ~InPlacePhaseTest() override { machine_.OnAbandon(); }

  InPlacePhase& phase() { return machine_.in_place(); }
  int attempts() const { return static_cast<int>(log_.attempts.size()); }
  // The batch comes back with this status.
  void End(StatusCode code, const std::string& message = "") {
    batch_.status = grpc::Status(code, message);
    batch_.received = code == StatusCode::OK;
    batch_.trailing.emplace("of", "first");
    phase().OnEnd(&batch_);
  }
  // An attempt beside or after the first one ends.
  void EndOther(StatusCode code) {
    machine_.OnAttemptDone(log_.End(attempts() - 1, code, "second"));
  }
  // Moves the time to the timer of the driver, and runs it.
  void RunTimer() {
    ASSERT_TRUE(log_.has_timer());
    call_.runtime.Advance(log_.timer - call_.Now());
    machine_.OnTimer();
  }
  CallReport Report() const {
    return machine_.session().Report().value_or(CallReport());
  }

  PlannedCall call_;
  FakeCallDriver::Log log_;
  RawStub stub_;
  std::unique_ptr<grpc::ClientAsyncResponseReader<grpc::ByteBuffer>> reader_;
  std::shared_ptr<FakeUnaryOwner> owner_;
  UnaryMachine machine_;
  FakeBatch batch_{kWholeCall};

 private:
  CapturedCall Capture() {
    CapturedCall captured;
    captured.plan = std::move(call_.plan);
    captured.application_context = &call_.context;
    return captured;
  }
};

TEST_F(InPlacePhaseTest, StartWritesTheHeaderIntoTheBatch) {
  phase().Start(batch_);
  EXPECT_EQ(batch_.sent.count("retry-budget"), 1u);
  EXPECT_EQ(attempts(), 0);
}

TEST_F(InPlacePhaseTest, SuccessPassesWithItsMessage) {
  phase().Start(batch_);
  batch_.message.set_value("first");
  End(StatusCode::OK);
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_EQ(batch_.message.value(), "first");
  EXPECT_EQ(batch_.trailing.size(), 1u);
  EXPECT_FALSE(call_.runtime.has_timer());
  EXPECT_EQ(Report().stop_reason, StopReason::kSucceeded);
}

TEST_F(InPlacePhaseTest, SuccessWithoutAMessageBecomesAnError) {
  phase().Start(batch_);
  batch_.status = grpc::Status::OK;
  batch_.received = false;
  phase().OnEnd(&batch_);
  EXPECT_EQ(batch_.status.error_code(), StatusCode::INTERNAL);
  ASSERT_EQ(Report().attempts.size(), 1u);
  EXPECT_EQ(Report().attempts[0].origin, AttemptOrigin::kUnconfirmed);
}

TEST_F(InPlacePhaseTest, PermanentFailurePasses) {
  phase().Start(batch_);
  End(StatusCode::NOT_FOUND);
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_EQ(batch_.status.error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(attempts(), 0);
}

TEST_F(InPlacePhaseTest, RetriedFailureIsHeldUntilTheRetryEnds) {
  phase().Start(batch_);
  End(StatusCode::ABORTED);
  EXPECT_EQ(batch_.proceeded, 0);
  EXPECT_TRUE(batch_.trailing.empty());
  RunTimer();
  ASSERT_EQ(attempts(), 1);
  EXPECT_EQ(log_.attempts[0]->facts.number, 2);
  EndOther(StatusCode::OK);
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_EQ(batch_.message.value(), "second");
  EXPECT_TRUE(batch_.status.ok());
}

TEST_F(InPlacePhaseTest, CancelledWaitEndsWithCancelled) {
  phase().Start(batch_);
  End(StatusCode::ABORTED);
  machine_.OnCancel();
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_EQ(batch_.status.error_code(), StatusCode::CANCELLED);
  EXPECT_EQ(attempts(), 0);
}

TEST_F(InPlacePhaseTest, CancelStopsTheTimerAndWaitsForTheBatch) {
  phase().Start(batch_);
  EXPECT_TRUE(call_.runtime.has_timer());
  machine_.OnCancel();
  EXPECT_FALSE(call_.runtime.has_timer());
  EXPECT_EQ(batch_.proceeded, 0);
  // The response had arrived before.
  End(StatusCode::OK);
  EXPECT_TRUE(batch_.status.ok());
  EXPECT_EQ(Report().stop_reason, StopReason::kSucceeded);
}

TEST_F(InPlacePhaseTest, CancelledFailureIsNotRetried) {
  phase().Start(batch_);
  machine_.OnCancel();
  End(StatusCode::ABORTED);
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_EQ(Report().stop_reason, StopReason::kCancelled);
  EXPECT_EQ(log_.phase, CallDriver::Phase::kFinished);
}

TEST_F(InPlacePhaseTest, TimerIsBroughtToTheOwner) {
  phase().Start(batch_);
  EXPECT_EQ(call_.runtime.next_timer(), call_.Now() + kAttemptTimeout);
  call_.runtime.Advance(kAttemptTimeout);
  EXPECT_EQ(owner_->in_place_timers, 1);
}

TEST_F(InPlacePhaseTest, AttemptWithoutAConnectionDoesNotTimeOut) {
  phase().Start(batch_);
  call_.runtime.Advance(kAttemptTimeout);
  phase().OnTimer();
  // It has as much time again. The channel may still be connecting.
  EXPECT_EQ(call_.runtime.next_timer(), call_.Now() + kAttemptTimeout);
  End(StatusCode::OK);
  EXPECT_EQ(batch_.proceeded, 1);
}

TEST_F(InPlacePhaseTest, StatusOfATimeoutWithoutARecallIsAnOrdinaryFailure) {
  phase().Start(batch_);
  End(StatusCode::CANCELLED, kTimedOut);
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_EQ(batch_.status.error_code(), StatusCode::CANCELLED);
  EXPECT_EQ(attempts(), 0);
}

TEST_F(InPlacePhaseTest, BatchAfterTheEndOfAnAbandonedCallDoesNotCount) {
  phase().Start(batch_);
  machine_.OnAbandon();
  EXPECT_EQ(Report().stop_reason, StopReason::kCancelled);
  EXPECT_EQ(batch_.proceeded, 0);
}

// A call that has started as a HealthyCall, and whose attempt has timed out or
// is late.
class ResumedCallTest : public InPlacePhaseTest {
 protected:
  void Resume() {
    started_.batch = &batch_;
    started_.message = &batch_.message;
    started_.first = FirstAttempt::Start(machine_.session().plan());
    late_.emplace(machine_.session().plan());
    started_.late = &*late_;
    phase().Resume(started_);
  }

  StartedInPlace started_;
  std::optional<LateChecks> late_;
};

TEST_F(ResumedCallTest, FailureIsRetried) {
  Resume();
  End(StatusCode::ABORTED);
  EXPECT_EQ(batch_.proceeded, 0);
  RunTimer();
  ASSERT_EQ(attempts(), 1);
  EXPECT_EQ(log_.attempts[0]->facts.number, 2);
  EndOther(StatusCode::ABORTED);
  EXPECT_EQ(batch_.status.error_code(), StatusCode::ABORTED);
  EXPECT_EQ(Report().attempts.size(), 2u);
  EXPECT_EQ(Report().grant_used, 1);
}

TEST_F(ResumedCallTest, HeaderOfTheFirstAttemptIsNotRepeated) {
  ApplicationMetadata metadata(batch_.sent, started_.changes);
  metadata.Set("retry-budget", "g=1");
  Resume();
  End(StatusCode::ABORTED);
  RunTimer();
  EXPECT_EQ(attempts(), 1);
  EXPECT_EQ(machine_.session().captured().metadata.count("retry-budget"), 0u);
}

// A call whose channel has a connection.
class ConnectedCallTest : public InPlacePhaseTest {
 protected:
  explicit ConnectedCallTest(const std::string& target = "connected-call",
                             ClientOptions options = Retrying())
      : ConnectedCallTest(target, std::move(options), Connected()) {}

  // Starts the attempt, and lets its timeout expire.
  void TimeOut() {
    phase().Start(batch_);
    call_.runtime.Advance(kAttemptTimeout);
    phase().OnTimer();
  }

 private:
  ConnectedCallTest(const std::string& target, ClientOptions options,
                    const std::shared_ptr<grpc::Channel>& channel)
      : InPlacePhaseTest(target, std::move(options), channel) {}

  static std::shared_ptr<grpc::Channel> Connected() {
    static const auto* const server =
        new LoopbackServer([](auto&, auto&) { return grpc::Status::OK; });
    auto channel = server->Channel();
    EXPECT_TRUE(channel->WaitForConnected(FromNow(kPatience)));
    return channel;
  }
};

TEST_F(ConnectedCallTest, TimedOutAttemptIsRetriedWhenItHasEnded) {
  TimeOut();
  EXPECT_EQ(attempts(), 0);
  EXPECT_FALSE(log_.has_timer());
  End(StatusCode::CANCELLED, kTimedOut);
  EXPECT_EQ(batch_.proceeded, 0);
  RunTimer();
  ASSERT_EQ(attempts(), 1);
  EndOther(StatusCode::OK);
  EXPECT_EQ(batch_.message.value(), "second");
  ASSERT_EQ(Report().attempts.size(), 2u);
  EXPECT_EQ(Report().attempts[0].origin, AttemptOrigin::kAttemptTimeout);
}

TEST_F(ConnectedCallTest, ResponseBeforeTheRecallCounts) {
  TimeOut();
  End(StatusCode::OK);
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_TRUE(batch_.status.ok());
  EXPECT_EQ(attempts(), 0);
  EXPECT_EQ(Report().grant_used, 0);
}

TEST_F(ConnectedCallTest, CancelAfterTheRecallEndsTheCall) {
  TimeOut();
  machine_.OnCancel();
  EXPECT_EQ(Report().stop_reason, StopReason::kCancelled);
  EXPECT_EQ(Report().grant_used, 0);
  End(StatusCode::CANCELLED, kTimedOut);
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_EQ(attempts(), 0);
}

TEST_F(ConnectedCallTest, StalledTimerGivesTheAttemptMoreTime) {
  phase().Start(batch_);
  call_.runtime.Advance(kAttemptTimeout + absl::Milliseconds(6));
  phase().OnTimer();
  EXPECT_EQ(call_.runtime.next_timer(), call_.Now() + kLateTimerGrace);
}

// A call whose attempt is late, and was overtaken.
class LateCallTest : public ConnectedCallTest {
 protected:
  LateCallTest() : ConnectedCallTest("late-call", Late()) {
    AttemptOutcome outcome;
    outcome.advice.emplace();
    outcome.advice->drops_cancelled_work = true;
    call_.channel->target().capabilities().OnAttemptEnd(outcome, call_.Now());
  }

  void StartSecond() {
    phase().Start(batch_);
    const absl::Duration first_check = call_.runtime.next_timer() - call_.Now();
    call_.runtime.Advance(0.8 * first_check);
    AttemptFacts other;
    other.started_at = call_.Now();
    LateChecks(machine_.session().plan())
        .OnAnswer(other, /*success=*/true, call_.Now(), /*lane=*/0);
    call_.runtime.Advance(0.2 * first_check);
    phase().OnTimer();
    ASSERT_EQ(attempts(), 1);
  }

 private:
  static ClientOptions Late() {
    ClientOptions options = Retrying();
    MethodPolicy& policy = options.policy.everything();
    policy.late.start_second_attempt = true;
    policy.deadline.attempt_timeout = absl::InfiniteDuration();
    return options;
  }
};

TEST_F(LateCallTest, SecondAttemptWinsWhenTheBatchHasComeBack) {
  StartSecond();
  EndOther(StatusCode::OK);
  EXPECT_EQ(batch_.proceeded, 0);
  End(StatusCode::CANCELLED, "another attempt was faster");
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_TRUE(batch_.status.ok());
  EXPECT_EQ(batch_.message.value(), "second");
}

TEST_F(LateCallTest, FirstAttemptStillWins) {
  StartSecond();
  batch_.message.set_value("first");
  End(StatusCode::OK);
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_EQ(batch_.message.value(), "first");
  // The second attempt was discarded.
  EndOther(StatusCode::CANCELLED);
  EXPECT_EQ(batch_.proceeded, 1);
}

TEST_F(LateCallTest, FailureOfTheFirstLeavesTheCallToTheSecond) {
  StartSecond();
  End(StatusCode::ABORTED);
  EXPECT_EQ(batch_.proceeded, 0);
  EndOther(StatusCode::OK);
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_EQ(batch_.message.value(), "second");
}

TEST_F(LateCallTest, FailureOfTheSecondLeavesTheCallToTheFirst) {
  StartSecond();
  EndOther(StatusCode::ABORTED);
  EXPECT_EQ(batch_.proceeded, 0);
  batch_.message.set_value("first");
  End(StatusCode::OK);
  EXPECT_EQ(batch_.message.value(), "first");
}

TEST_F(LateCallTest, CancelEndsBothAttempts) {
  StartSecond();
  machine_.OnCancel();
  EXPECT_EQ(Report().stop_reason, StopReason::kCancelled);
  End(StatusCode::CANCELLED);
  EXPECT_EQ(batch_.proceeded, 1);
  EXPECT_EQ(batch_.status.error_code(), StatusCode::CANCELLED);
}

}  // namespace
}  // namespace baton::rpc
