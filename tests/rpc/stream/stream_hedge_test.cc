// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Hedged server streams, step by step.

#include <optional>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/core/limits/hedge_allowance.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/stream/hedged_stream.h"
#include "tests/rpc/support/middle_server.h"
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
using ::testing::SizeIs;
using ::testing::TestParamInfo;
using ::testing::ValuesIn;

// The deadline of a call that ends for no other reason.
constexpr absl::Duration kShort = absl::Milliseconds(200);

// Longer than any passing test.
constexpr absl::Duration kNever = absl::Hours(1);

class StreamHedgeTest : public HedgedStream,
                        public ::testing::WithParamInterface<StreamApi> {};

INSTANTIATE_TEST_SUITE_P(Apis, StreamHedgeTest, ValuesIn(HedgedApis()),
                         [](const TestParamInfo<StreamApi>& api) {
                           return Name(api.param);
                         });

TEST_P(StreamHedgeTest, FirstAttemptCanStillWin) {
  server_.Add(Answer("first").AfterWriting({"a"}).Held());
  server_.Add(Stuck());
  Begin(GetParam());
  EXPECT_THAT(server_.AwaitAttempt(2).Values("retry-budget"),
              ElementsAre("g=0,n=1,h=1,k=h"));
  server_.Release(1);
  EXPECT_THAT(Wait().payloads, ElementsAre("a", "first"));
  EXPECT_TRUE(server_.AwaitEnd(2).cancelled);
  const CallReport report = Report();
  ASSERT_THAT(report.attempts, SizeIs(2));
  EXPECT_EQ(report.attempts[1].kind, RetryBudgetHeader::Kind::kHedge);
  EXPECT_EQ(report.attempts[1].code, absl::StatusCode::kCancelled);
}

TEST_P(StreamHedgeTest, DiscardedAttemptIsCancelledWhileTheWinnerContinues) {
  server_.Add(Stuck());
  server_.Add(AnswerWithoutMessage().AfterEchoing(1).Held());
  Begin(GetParam());
  EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
  server_.Release(2);
  const StreamResult result = Wait();
  EXPECT_TRUE(result.status.ok()) << result;
  EXPECT_THAT(result.payloads, ElementsAre("hello"));
  EXPECT_FALSE(server_.AwaitEnd(2).cancelled);
}

TEST_P(StreamHedgeTest, HedgeIsNotSentBeforeItsDelay) {
  HedgeAfter(kNever, 3, options_);
  server_.Add(Answer("first").Held());
  Begin(GetParam());
  server_.AwaitAttempt(1);
  server_.Release(1);
  EXPECT_THAT(Wait().payloads, ElementsAre("first"));
  EXPECT_EQ(server_.attempts(), 1);
  EXPECT_EQ(Report().hedge_stop_reason, std::nullopt);
}

TEST_P(StreamHedgeTest, FailedHedgeDoesNotAffectOtherAttempts) {
  server_.Add(Answer("first").Held());
  server_.Add(Unavailable().HeadersFirst());
  Begin(GetParam());
  server_.AwaitEnd(2);
  server_.Release(1);
  EXPECT_THAT(Wait().payloads, ElementsAre("first"));
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_P(StreamHedgeTest, FailedFirstAttemptDoesNotAffectTheHedge) {
  server_.Add(Unavailable().Held());
  server_.Add(Answer("second").Held());
  Begin(GetParam());
  server_.AwaitAttempt(2);
  server_.Release(1);
  server_.AwaitEnd(1);
  server_.Release(2);
  EXPECT_THAT(Wait().payloads, ElementsAre("second"));
  EXPECT_EQ(server_.attempts(), 2);
}

TEST_P(StreamHedgeTest, CancelEndsAllHedgedAttempts) {
  HedgeAfter(absl::Milliseconds(1), 3, options_);
  server_.Otherwise(Stuck());
  Begin(GetParam());
  server_.AwaitAttempt(3);
  context_->TryCancel();
  EXPECT_EQ(Wait().status.error_code(), StatusCode::CANCELLED);
  for (const int attempt : {1, 2, 3}) {
    EXPECT_TRUE(server_.AwaitEnd(attempt).cancelled);
  }
  EXPECT_EQ(Report().grant_used, 2);
}

TEST_P(StreamHedgeTest, CancelledParentEndsAllHedgedAttempts) {
  server_.Otherwise(Stuck());
  const std::shared_ptr<grpc::Channel> to_leaf = Channel();
  StatusCode code = StatusCode::OK;
  {
    MiddleServer middle([&](grpc::ServerContext& context) {
      const auto linked = NewLinkedContext(context, LinkBy::kContext);
      const grpc::Status status =
          MakeStreamCall(GetParam(), StreamKind::kServer, to_leaf, *linked,
                         {"child"})
              .status;
      code = status.error_code();
      return status;
    });
    const auto parent =
        StartUnaryCall(UnaryForm::kCqFinish, middle.NewChannel(),
                       NewContext(kPatience), RequestOf("parent"));
    server_.AwaitAttempt(2);
    parent->context().TryCancel();
    EXPECT_TRUE(server_.AwaitEnd(1).cancelled);
    EXPECT_TRUE(server_.AwaitEnd(2).cancelled);
    parent->Wait();
  }
  EXPECT_EQ(code, StatusCode::CANCELLED);
}

TEST_P(StreamHedgeTest, ExtraLoadRatioLimitsHedges) {
  HedgeOnly(options_);
  options_.policy.everything().hedge.max_extra_load_ratio = 0.001;
  for (int i = 0; i < core::HedgeAllowance::kBurst; ++i) {
    server_.Add(Stuck());
    server_.Add(Answer("fast"));
    ASSERT_THAT(Call(GetParam()).payloads, ElementsAre("fast"));
  }
  const int before = server_.attempts();
  server_.Add(Stuck());
  EXPECT_FALSE(Call(GetParam(), kShort).status.ok());
  EXPECT_EQ(server_.attempts(), before + 1);
  EXPECT_EQ(Report().hedge_stop_reason, StopReason::kHedgeLoadLimit);
}

TEST_P(StreamHedgeTest, HedgeWithoutDelayUsesMeasuredLatency) {
  HedgeOnly(options_);
  options_.policy.everything().hedge.delay = std::nullopt;
  // No latency has been measured yet.
  server_.Add(Stuck());
  EXPECT_FALSE(Call(GetParam(), kShort).status.ok());
  EXPECT_EQ(server_.attempts(), 1);
  for (int i = 0; i < 110; ++i) ASSERT_TRUE(Call(GetParam()).status.ok());
  server_.Add(Stuck());
  server_.Add(Answer("fast"));
  EXPECT_THAT(Call(GetParam()).payloads, ElementsAre("fast"));
}

TEST_P(StreamHedgeTest, NonIdempotentStreamIsNotHedged) {
  overrides_.idempotency = Idempotency::kUnknown;
  server_.Add(Stuck());
  EXPECT_FALSE(Call(GetParam(), kShort).status.ok());
  EXPECT_EQ(server_.attempts(), 1);
}

TEST_P(StreamHedgeTest, OverrideEnablesHedging) {
  HedgeAfter(kNever, 1, options_);
  overrides_.idempotency = Idempotency::kIdempotent;
  overrides_.hedge.emplace();
  overrides_.hedge->max_attempts = 2;
  overrides_.hedge->delay = absl::Milliseconds(5);
  server_.Add(Stuck());
  server_.Add(Answer("fast"));
  EXPECT_THAT(Call(GetParam()).payloads, ElementsAre("fast"));
}

// Client-streaming messages arrive during the call, so such calls cannot be
// hedged.
TEST_P(StreamHedgeTest, ClientStreamingCallsAreNotHedged) {
  for (const StreamKind kind : {StreamKind::kClient, StreamKind::kBidi}) {
    server_.Add(Stuck().AfterReadingAll());
    Call(GetParam(), kShort, kind);
  }
  EXPECT_EQ(Hedges(), 0);
}

TEST_F(HedgedStream, GenericStreamIsNotHedged) {
  server_.Add(Stuck());
  Call(StreamApi::kGeneric, kShort);
  EXPECT_EQ(Hedges(), 0);
}

}  // namespace
}  // namespace baton
