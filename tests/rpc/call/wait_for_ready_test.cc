// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls without a connection.

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/decision.h"
#include "baton/retry_budget_header.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/stopped_server_fixture.h"
#include "tests/rpc/support/wait_notice.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::HasSubstr;
using ::testing::ValuesIn;

class WaitForReadyTest : public StoppedServerFixture {
 protected:
  WaitForReadyTest() {
    // gRPC's default is one second.
    arguments_.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 50);
    arguments_.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 50);
  }

  // Waits until a connection attempt has failed. Calls that fail fast have
  // failed by then, or fail at once.
  void AwaitFastFailure() {
    const auto give_up = FromNow(kPatience);
    for (;;) {
      const grpc_connectivity_state state = channel_->GetState(true);
      if (state == GRPC_CHANNEL_TRANSIENT_FAILURE) return;
      ASSERT_TRUE(channel_->WaitForStateChange(state, give_up));
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Forms, WaitForReadyTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(WaitForReadyTest, CallWaitsForAConnectionByDefault) {
  WaitNotice& notice = Notice();
  const auto call = Start();
  notice.AwaitWait(1);
  AwaitFastFailure();
  server_.Start();
  EXPECT_TRUE(call->Wait().status.ok());
  const CallReport report = Report();
  EXPECT_EQ(report.grant_used, 0);
  EXPECT_EQ(report.attempts.back().wait_cause, WaitCause::kConnection);
  // The server sees it as the first attempt.
  EXPECT_EQ(server_.AwaitAttempt(1).Values("retry-budget"),
            std::vector<std::string>{"g=0,n=0,h=1"});
  EXPECT_EQ(server_.attempts(), 1);
}

// As in a deep stack, where a caller owns the retries.
TEST_P(WaitForReadyTest, ConnectionWaitUsesNoGrant) {
  options_.policy.everything().retry.edge_grant = 0;
  server_.Add(Fail(StatusCode::UNAVAILABLE));
  WaitNotice& notice = Notice();
  const auto call = Start();
  notice.AwaitWait(1);
  AwaitFastFailure();
  server_.Start();
  EXPECT_EQ(call->Wait().status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(Report().stop_reason, StopReason::kNoGrant);
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_P(WaitForReadyTest, CallWithoutRetriesDoesNotWait) {
  options_.policy.everything().retry.max_attempts = 1;
  EXPECT_EQ(Start()->Wait().status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(Report().attempts.size(), 1u);
}

TEST_P(WaitForReadyTest, CallFailsAfterMaxConnectionWait) {
  options_.policy.everything().retry.max_connection_wait =
      absl::Milliseconds(120);
  const UnaryResult result = Start()->Wait();
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(result.status.error_message(), HasSubstr("failed to connect"));
  const CallReport report = Report();
  EXPECT_EQ(report.stop_reason, StopReason::kNoConnection);
  EXPECT_FALSE(report.outcome_unknown);
  EXPECT_EQ(report.grant_used, 0);
  EXPECT_GE(report.lasted, absl::Milliseconds(100));
  // gRPC reconnects every 50 ms.
  EXPECT_LE(report.attempts.size(), 6u);
}

TEST_P(WaitForReadyTest, ConnectionWaitEndsBeforeTheDeadline) {
  // The wait ends early enough to be in time on any machine.
  options_.policy.everything().deadline.min_attempt_time = absl::Seconds(2);
  context_ = NewContext(absl::Seconds(2) + absl::Milliseconds(100));
  EXPECT_EQ(Start()->Wait().status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(Report().stop_reason, StopReason::kNotEnoughTime);
  EXPECT_LT(Report().lasted, absl::Seconds(2));
}

TEST_P(WaitForReadyTest, CancelEndsTheConnectionWait) {
  WaitNotice& notice = Notice();
  const auto call = Start();
  notice.AwaitWait(1);
  context_->TryCancel();
  EXPECT_EQ(call->Wait().status.error_code(), StatusCode::CANCELLED);
  EXPECT_EQ(Report().stop_reason, StopReason::kCancelled);
  EXPECT_EQ(Report().last_wait_cause, WaitCause::kConnection);
}

TEST_P(WaitForReadyTest, CallWithoutAConnectionFailsAtOnceIfRetriesAreStopped) {
  options_.policy.everything().retry.max_connection_wait = absl::Hours(1);
  context_ = NewContext(absl::Hours(2));
  const RetryStop stop;
  EXPECT_EQ(Start()->Wait().status.error_code(), StatusCode::UNAVAILABLE);
  const CallReport report = Report();
  EXPECT_EQ(report.stop_reason, StopReason::kAllRetriesStopped);
  EXPECT_EQ(report.attempts.size(), 1u);
  EXPECT_EQ(report.last_wait_cause, WaitCause::kNone);
}

TEST_P(WaitForReadyTest, StoppedRetriesEndTheConnectionWait) {
  options_.policy.everything().retry.max_connection_wait = absl::Hours(1);
  context_ = NewContext(absl::Hours(2));
  WaitNotice& notice = Notice();
  const auto call = Start();
  notice.AwaitWait(1);
  const RetryStop stop;
  const UnaryResult result = call->Wait();
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(result.status.error_message(), HasSubstr("failed to connect"));
  EXPECT_EQ(Report().stop_reason, StopReason::kAllRetriesStopped);
  EXPECT_EQ(Report().grant_used, 0);
}

// A server that restarts during a call costs it only time.
TEST_P(WaitForReadyTest, CallOutlastsAServerRestart) {
  server_.Start();
  server_.Add(Echo().Held());
  WaitNotice& notice = Notice();
  const auto call = Start();
  server_.AwaitAttempt(1);
  server_.Stop();
  notice.AwaitWait(2);  // a backoff, then a connection wait
  server_.Start();
  EXPECT_TRUE(call->Wait().status.ok());
  EXPECT_EQ(Report().grant_used, 1);
  EXPECT_EQ(Report().attempts.back().kind, RetryBudgetHeader::Kind::kRetry);
}

TEST_P(WaitForReadyTest, FailFastCallEndsWithItsFirstUnsentAttempt) {
  context_->set_wait_for_ready(false);
  const UnaryResult result = Start()->Wait();
  EXPECT_EQ(result.status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(Report().attempts.size(), 1u);
  EXPECT_EQ(Report().stop_reason, StopReason::kNoConnection);
  EXPECT_EQ(Report().grant_used, 0);
  EXPECT_FALSE(Report().outcome_unknown);
}

TEST_P(WaitForReadyTest, CallsFailAtOnceWhenTheOutageHasLastedTooLong) {
  options_.policy.everything().retry.max_connection_wait =
      absl::Milliseconds(120);
  EXPECT_EQ(Start()->Wait().status.error_code(), StatusCode::UNAVAILABLE);
  for (int i = 0; i < 3; ++i) {
    context_ = NewContext(kPatience);
    EXPECT_EQ(Start()->Wait().status.error_code(), StatusCode::UNAVAILABLE);
    EXPECT_EQ(Report().stop_reason, StopReason::kNoConnection);
    EXPECT_EQ(Report().attempts.size(), 1u);
    EXPECT_EQ(Report().last_wait_cause, WaitCause::kNone);
  }
}

TEST_P(WaitForReadyTest, CallsWaitAgainInTheNextOutage) {
  options_.policy.everything().retry.max_connection_wait =
      absl::Milliseconds(120);
  EXPECT_EQ(Start()->Wait().status.error_code(), StatusCode::UNAVAILABLE);
  server_.Start();
  context_ = NewContext(kPatience);
  context_->set_wait_for_ready(true);
  EXPECT_TRUE(Start()->Wait().status.ok());
  server_.Stop();
  context_ = NewContext(kPatience);
  EXPECT_EQ(Start()->Wait().status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(Report().stop_reason, StopReason::kNoConnection);
  EXPECT_GE(Report().lasted, absl::Milliseconds(100));
}

TEST_P(WaitForReadyTest, PolicyCanDisableConnectionWait) {
  options_.policy.everything().wait_for_ready = false;
  EXPECT_EQ(Start()->Wait().status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_EQ(Report().stop_reason, StopReason::kAttemptsExhausted);
}

TEST_P(WaitForReadyTest, WaitForReadyCallWaitsForAConnection) {
  context_->set_wait_for_ready(true);
  const auto call = Start();
  AwaitFastFailure();
  server_.Start();
  EXPECT_TRUE(call->Wait().status.ok());
  EXPECT_EQ(Report().attempts.size(), 1u);
}

TEST_P(WaitForReadyTest, PolicyCanEnableWaitForReady) {
  options_.policy.everything().wait_for_ready = true;
  const auto call = Start();
  AwaitFastFailure();
  server_.Start();
  EXPECT_TRUE(call->Wait().status.ok());
  EXPECT_EQ(Report().attempts.size(), 1u);
}

TEST_P(WaitForReadyTest, WaitForReadyWorksWithoutRetries) {
  options_.policy.everything().wait_for_ready = true;
  options_.policy.everything().retry.max_attempts = 1;
  const auto call = Start();
  AwaitFastFailure();
  server_.Start();
  EXPECT_TRUE(call->Wait().status.ok());
}

TEST_P(WaitForReadyTest, CallSettingOverridesThePolicy) {
  options_.policy.everything().wait_for_ready = true;
  context_->set_wait_for_ready(false);
  EXPECT_EQ(Start()->Wait().status.error_code(), StatusCode::UNAVAILABLE);
}

TEST_P(WaitForReadyTest, WaitForReadyEndsAtTheDeadline) {
  options_.policy.everything().wait_for_ready = true;
  context_ = NewContext(absl::Milliseconds(100));
  EXPECT_EQ(Start()->Wait().status.error_code(), StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(Report().stop_reason, StopReason::kNotEnoughTime);
}

}  // namespace
}  // namespace baton
