// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Hedged unary calls: the application's result, the requests of each server,
// and the used grant and budget.

#include <memory>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/core/limits/hedge_allowance.h"
#include "baton/policy/hedge_options.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/calls/unary_result.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::SizeIs;
using ::testing::ValuesIn;

using Kind = RetryBudgetHeader::Kind;

// Longer than any passing test.
constexpr absl::Duration kNever = absl::Hours(1);

ScriptStep Unavailable() { return Fail(StatusCode::UNAVAILABLE, "busy"); }

class HedgeTest : public ::testing::TestWithParam<UnaryForm> {
 protected:
  HedgeTest() { HedgeAfter(absl::Milliseconds(5), 2); }

  void HedgeAfter(absl::Duration delay, int copies) {
    HedgeOptions& hedge = options_.policy.everything().hedge;
    hedge.delay = delay;
    hedge.max_attempts = copies;
    hedge.max_extra_load_ratio = 1;
  }

  void Begin(absl::Duration timeout = kPatience) {
    if (channel_ == nullptr) {
      channel_ = NewBatonChannel(server_.address(), options_);
      // Otherwise hedges could arrive in a different order.
      EXPECT_TRUE(
          channel_->WaitForConnected(NewContext(kPatience)->deadline()));
    }
    call_ = StartUnaryCall(GetParam(), channel_, NewContext(timeout),
                           RequestOf("hello"));
  }

  UnaryResult Call(absl::Duration timeout = kPatience) {
    Begin(timeout);
    return call_->Wait();
  }

  CallReport Report() {
    const auto report = GetCallReport(call_->context());
    EXPECT_TRUE(report.has_value());
    if (report.has_value()) return *report;
    return {};
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<StartedCall> call_;
};

INSTANTIATE_TEST_SUITE_P(Forms, HedgeTest, ValuesIn(AllUnaryForms()),
                         NameOfForm);

TEST_P(HedgeTest, FasterHedgeReplacesASlowAttempt) {
  server_.Add(Answer("slow").Held());
  server_.Add(Answer("fast"));
  EXPECT_EQ(Call().payload, "fast");
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  EXPECT_THAT(server_.AwaitAttempt(2).Values("retry-budget"),
              ElementsAre("g=0,n=1,h=1,k=h"));
  const CallReport report = Report();
  EXPECT_EQ(report.stop_reason, StopReason::kSucceeded);
  EXPECT_EQ(report.grant_used, 1);
  ASSERT_THAT(report.attempts, SizeIs(2));
  EXPECT_EQ(report.attempts[0].code, absl::StatusCode::kCancelled);
  EXPECT_GE(report.attempts[0].lasted, absl::Milliseconds(5));
  EXPECT_EQ(report.attempts[1].kind, Kind::kHedge);
  EXPECT_GE(report.attempts[1].started_after, absl::Milliseconds(5));
}

TEST_P(HedgeTest, FirstAttemptCanStillWin) {
  server_.Add(Answer("first").Held());
  server_.Add(Answer("never").Held());
  Begin();
  server_.AwaitAttempt(2);
  server_.Release(1);
  EXPECT_EQ(call_->Wait().payload, "first");
  EXPECT_TRUE(server_.AwaitEnd(2).cancelled);
}

TEST_P(HedgeTest, HedgeIsNotSentBeforeItsDelay) {
  HedgeAfter(kNever, 3);
  server_.Add(Answer("first").Held());
  Begin();
  server_.AwaitAttempt(1);
  server_.Release(1);
  EXPECT_EQ(call_->Wait().payload, "first");
  EXPECT_EQ(server_.attempts(), 1);
  EXPECT_EQ(Report().hedge_stop_reason, std::nullopt);
}

TEST_P(HedgeTest, MaxAttemptsLimitsHedges) {
  HedgeAfter(absl::Milliseconds(1), 3);
  server_.Add(Answer("1").Held());
  server_.Add(Answer("2").Held());
  server_.Add(Answer("3"));
  EXPECT_EQ(Call().payload, "3");
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  EXPECT_TRUE(server_.AwaitEnd(2).cancelled);
}

TEST_P(HedgeTest, GrantLimitsHedges) {
  HedgeAfter(absl::Milliseconds(1), 5);
  options_.policy.everything().retry.edge_grant = 1;
  server_.Otherwise(Answer("slow").Held());
  EXPECT_EQ(Call(absl::Milliseconds(200)).status.error_code(),
            StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(server_.attempts(), 2);
  EXPECT_EQ(Report().hedge_stop_reason, StopReason::kGrantExhausted);
  EXPECT_EQ(Report().grant_used, 1);
}

TEST_P(HedgeTest, ProcessBudgetLimitsHedges) {
  HedgeAfter(absl::Milliseconds(1), 3);
  ProcessBudgetOptions& budget = options_.policy.process_budget;
  budget = ProcessBudgetOptions();
  budget.capacity = 1;
  budget.refill_limit = budget.refill_per_second = 0;
  budget.transient_cost = budget.timeout_cost = budget.throttled_cost = 1;
  server_.Otherwise(Answer("slow").Held());
  EXPECT_FALSE(Call(absl::Milliseconds(200)).status.ok());
  EXPECT_EQ(server_.attempts(), 2);
  EXPECT_EQ(Report().hedge_stop_reason, StopReason::kProcessBudgetExhausted);
}

// A hedge and the per-attempt timeout are due at the same time. Neither starts
// another attempt.
TEST_P(HedgeTest, SuppressedHedgeKeepsTheDeadline) {
  HedgeAfter(absl::Milliseconds(20), 2);
  DeadlineOptions& deadline = options_.policy.everything().deadline;
  deadline.attempt_timeout = absl::Milliseconds(20);
  deadline.min_attempt_time = absl::Milliseconds(195);
  server_.Add(Answer("never").Held());
  EXPECT_EQ(Call(absl::Milliseconds(200)).status.error_code(),
            StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(server_.attempts(), 1);
  EXPECT_LT(Report().lasted, absl::Milliseconds(900));
}

TEST_P(HedgeTest, ExtraLoadRatioLimitsHedges) {
  HedgeAfter(absl::Milliseconds(1), 2);
  options_.policy.everything().hedge.max_extra_load_ratio = 0.001;
  // Disables retries.
  options_.policy.everything().retry.max_attempts = 1;
  for (int i = 0; i < core::HedgeAllowance::kBurst; ++i) {
    server_.Add(Answer("slow").Held());
    server_.Add(Answer("fast"));
    ASSERT_EQ(Call().payload, "fast");
  }
  const int before = server_.attempts();
  server_.Add(Answer("slow").Held());
  EXPECT_FALSE(Call(absl::Milliseconds(200)).status.ok());
  EXPECT_EQ(server_.attempts(), before + 1);
  EXPECT_EQ(Report().hedge_stop_reason, StopReason::kHedgeLoadLimit);
}

TEST_P(HedgeTest, HedgeFollowsAFailedAttemptAtOnce) {
  HedgeAfter(kNever, 2);
  options_.policy.everything().retry.backoff.initial = kNever;
  options_.policy.everything().retry.backoff.max = kNever;
  server_.Add(Unavailable());
  server_.Add(Answer("ok"));
  EXPECT_EQ(Call().payload, "ok");
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_P(HedgeTest, RetryAfterTheLastHedgeUsesBackoff) {
  HedgeAfter(kNever, 2);
  server_.Add(Unavailable());
  server_.Add(Unavailable());
  server_.Add(Answer("ok"));
  EXPECT_EQ(Call().payload, "ok");
  EXPECT_EQ(Report().attempts.back().wait_cause, WaitCause::kBackoff);
}

TEST_P(HedgeTest, FailedHedgeDoesNotAffectOtherAttempts) {
  server_.Add(Answer("first").Held());
  server_.Add(Unavailable());
  Begin();
  server_.AwaitEnd(2);
  server_.Release(1);
  EXPECT_EQ(call_->Wait().payload, "first");
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_P(HedgeTest, NonRetryableFailureEndsAllAttempts) {
  server_.Add(Answer("never").Held());
  server_.Add(Fail(StatusCode::NOT_FOUND, "gone"));
  EXPECT_EQ(Call().status.error_code(), StatusCode::NOT_FOUND);
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  EXPECT_EQ(Report().stop_reason, StopReason::kNotRetryable);
  // The cancelled attempt may have taken effect.
  EXPECT_TRUE(Report().outcome_unknown);
}

TEST_P(HedgeTest, PushbackStopsFurtherHedges) {
  // Long enough for the second response to arrive before a third attempt.
  HedgeAfter(absl::Milliseconds(200), 3);
  options_.policy.everything().retry.max_attempts = 2;
  server_.Add(Answer("first").Held());
  server_.Add(Unavailable().WithPushback("-1"));
  Begin(absl::Milliseconds(600));
  EXPECT_FALSE(call_->Wait().status.ok());
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_P(HedgeTest, CancelEndsAllHedgedAttempts) {
  HedgeAfter(absl::Milliseconds(1), 3);
  server_.Otherwise(Answer("never").Held());
  Begin();
  server_.AwaitAttempt(3);
  call_->context().TryCancel();
  EXPECT_EQ(call_->Wait().status.error_code(), StatusCode::CANCELLED);
  for (const int attempt : {1, 2, 3}) {
    EXPECT_TRUE(server_.AwaitEnd(attempt).cancelled);
  }
}

TEST_P(HedgeTest, DeadlineEndsAllHedgedAttempts) {
  server_.Otherwise(Answer("never").Held());
  EXPECT_EQ(Call(absl::Milliseconds(100)).status.error_code(),
            StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  EXPECT_TRUE(server_.AwaitEnd(2).cancelled);
}

TEST_P(HedgeTest, HedgeWithoutDelayUsesMeasuredLatency) {
  options_.policy.everything().hedge.delay = std::nullopt;
  options_.policy.everything().retry.max_attempts = 1;
  // No latency has been measured yet.
  server_.Add(Answer("slow").Held());
  EXPECT_FALSE(Call(absl::Milliseconds(50)).status.ok());
  EXPECT_EQ(server_.attempts(), 1);
  for (int i = 0; i < 110; ++i) ASSERT_TRUE(Call().status.ok());
  server_.Add(Answer("slow").Held());
  server_.Add(Answer("fast"));
  EXPECT_EQ(Call().payload, "fast");
}

TEST_P(HedgeTest, NonIdempotentCallIsNotHedged) {
  CallOverrides overrides;
  overrides.idempotency = Idempotency::kUnknown;
  server_.Add(Answer("slow").Held());
  const auto context = NewContext(absl::Milliseconds(50));
  ASSERT_TRUE(SetCallOverrides(context.get(), overrides).ok());
  call_ =
      StartUnaryCall(GetParam(), NewBatonChannel(server_.address(), options_),
                     context, RequestOf("hello"));
  EXPECT_FALSE(call_->Wait().status.ok());
  EXPECT_EQ(server_.attempts(), 1);
}

}  // namespace
}  // namespace baton
