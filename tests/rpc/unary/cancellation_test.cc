// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/stop_reason.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/wait_notice.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/prepared_call.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using grpc::StatusCode;

// A delay that servers request, so that calls wait as long as a test needs.
// Longer than any wait of a passing test, shorter than the timeout of a call.
constexpr char kLongWait[] = "25000";
constexpr absl::Duration kAtOnce = absl::Seconds(10);

Policy IdempotentPolicy() {
  Policy policy;
  policy.process_budget = ProcessBudgetOptions::Unlimited();
  policy.everything().idempotency = Idempotency::kIdempotent;
  policy.everything().deadline.default_timeout = absl::Minutes(2);
  return policy;
}

class CancellationTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  std::shared_ptr<grpc::Channel> NewChannel(
      const Policy& policy = IdempotentPolicy()) {
    ClientOptions options;
    options.policy = policy;
    options.observers = notice_;
    auto channel = CreateChannel(server_.address(),
                                 grpc::InsecureChannelCredentials(), options);
    EXPECT_TRUE(channel.ok()) << channel.status();
    return *channel;
  }

  std::unique_ptr<StartedCall> Start(CallHooks hooks = {}) {
    return StartUnaryCall(GetParam(), NewChannel(), NewContext(),
                          RequestOf("hello"), std::move(hooks));
  }

  void ExpectCancelled(StartedCall& call) {
    const Stopwatch watch;
    EXPECT_EQ(call.Wait().status.error_code(), StatusCode::CANCELLED);
    EXPECT_LT(watch.Elapsed(), kAtOnce);
    EXPECT_EQ(notice_->AwaitReport().stop_reason, StopReason::kCancelled);
    EXPECT_EQ(notice_->calls_ended(), 1);
  }

  const std::shared_ptr<WaitNotice> notice_ = std::make_shared<WaitNotice>();
  ScriptedServer server_;
};

INSTANTIATE_TEST_SUITE_P(Forms, CancellationTest,
                         ::testing::ValuesIn(AllUnaryForms()), NameOfForm);

TEST_P(CancellationTest, CancelBeforeTheStartSendsNothing) {
  const auto context = NewContext();
  context->TryCancel();
  const auto call =
      StartUnaryCall(GetParam(), NewChannel(), context, RequestOf("hello"));
  ExpectCancelled(*call);
  EXPECT_EQ(server_.attempts(), 0);
}

TEST_P(CancellationTest, CancelDuringAnAttemptReachesTheServer) {
  server_.Otherwise(Echo().Held());
  const auto call = Start();
  server_.AwaitAttempt(1);
  call->context().TryCancel();
  ExpectCancelled(*call);
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_P(CancellationTest, CancelDuringTheWaitSendsNoFurtherAttempt) {
  server_.Otherwise(Fail(StatusCode::UNAVAILABLE).WithPushback(kLongWait));
  const auto call = Start();
  notice_->AwaitWait(1);
  call->context().TryCancel();
  ExpectCancelled(*call);
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_P(CancellationTest, CancelDuringASecondAttemptReachesTheServer) {
  server_.Add(Fail(StatusCode::UNAVAILABLE).WithPushback("0"));
  server_.Otherwise(Echo().Held());
  const auto call = Start();
  server_.AwaitAttempt(2);
  call->context().TryCancel();
  ExpectCancelled(*call);
  EXPECT_TRUE(server_.AwaitEnd(2).cancelled);
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_P(CancellationTest, CancelAfterAnAttemptTimeoutEndsBothAttempts) {
  server_.Otherwise(Echo().Held());
  Policy policy = IdempotentPolicy();
  // Long enough for the first attempt to arrive on an existing connection.
  policy.everything().deadline.attempt_timeout = absl::Milliseconds(300);
  policy.everything().retry.max_attempts = 2;
  const auto channel = NewChannel(policy);
  ASSERT_TRUE(channel->WaitForConnected(FromNow(kPatience)));
  const auto call =
      StartUnaryCall(GetParam(), channel, NewContext(), RequestOf("hello"));
  server_.AwaitAttempt(2);
  call->context().TryCancel();
  ExpectCancelled(*call);
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  EXPECT_TRUE(server_.AwaitEnd(2).cancelled);
}

TEST_P(CancellationTest, CancelAfterTheEndChangesNothing) {
  const auto call = Start();
  EXPECT_TRUE(call->Wait().status.ok());
  call->context().TryCancel();
  call->context().TryCancel();
  EXPECT_EQ(call->Wait().payload, "hello");
  EXPECT_EQ(notice_->AwaitReport().stop_reason, StopReason::kSucceeded);
}

TEST_P(CancellationTest, RepeatedCancelHasTheEffectOfOne) {
  server_.Otherwise(Echo().Held());
  const auto call = Start();
  server_.AwaitAttempt(1);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&call] { call->context().TryCancel(); });
  }
  for (std::thread& thread : threads) thread.join();
  ExpectCancelled(*call);
}

TEST_P(CancellationTest, CancelFromTheEndHookChangesNothing) {
  const auto context = NewContext();
  CallHooks hooks;
  hooks.on_end = [&](const UnaryResult&) { context->TryCancel(); };
  const auto call = StartUnaryCall(GetParam(), NewChannel(), context,
                                   RequestOf("hello"), std::move(hooks));
  EXPECT_TRUE(call->Wait().status.ok());
}

// The response and the cancellation race: either may win, and the call ends.
TEST_P(CancellationTest, CancelAtTheMomentOfTheResponseEndsTheCall) {
  constexpr int kCalls = 150;
  server_.Otherwise(Echo().Held());
  const auto channel = NewChannel();
  for (int i = 1; i <= kCalls && !HasFailure(); ++i) {
    const auto call =
        StartUnaryCall(GetParam(), channel, NewContext(), RequestOf("hello"));
    server_.AwaitAttempt(i);
    std::thread canceller([&call] { call->context().TryCancel(); });
    server_.Release(i);
    const StatusCode code = call->Wait().status.error_code();
    canceller.join();
    EXPECT_TRUE(code == StatusCode::OK || code == StatusCode::CANCELLED);
  }
}

// The same race a little earlier, while the call begins.
TEST_P(CancellationTest, CancelAtTheStartEndsTheCall) {
  const auto channel = NewChannel();
  for (int i = 0; i < 150 && !HasFailure(); ++i) {
    const auto context = NewContext();
    std::thread canceller([&context] { context->TryCancel(); });
    const auto call =
        StartUnaryCall(GetParam(), channel, context, RequestOf("hello"));
    const StatusCode code = call->Wait().status.error_code();
    canceller.join();
    EXPECT_TRUE(code == StatusCode::OK || code == StatusCode::CANCELLED);
  }
}

TEST_P(CancellationTest, CallEndsAfterItsChannelIsReleased) {
  server_.Add(Fail(StatusCode::UNAVAILABLE).WithPushback("20"));
  // Start() no longer owns a channel when it returns.
  EXPECT_EQ(Start()->Wait().payload, "hello");
}

class PreparedTest : public CancellationTest {};

INSTANTIATE_TEST_SUITE_P(Forms, PreparedTest,
                         ::testing::ValuesIn(PreparedUnaryForms()), NameOfForm);

TEST_P(PreparedTest, UnstartedCallIsNotSent) {
  PrepareUnaryCallAndDrop(GetParam(), NewChannel(), NewContext(),
                          RequestOf("hello"));
  EXPECT_EQ(server_.attempts(), 0);
  EXPECT_EQ(notice_->calls_ended(), 0);
}

TEST_P(PreparedTest, CancelledUnstartedCallIsNotSent) {
  const auto context = NewContext();
  context->TryCancel();
  PrepareUnaryCallAndDrop(GetParam(), NewChannel(), context,
                          RequestOf("hello"));
  EXPECT_EQ(server_.attempts(), 0);
}

}  // namespace
}  // namespace baton
