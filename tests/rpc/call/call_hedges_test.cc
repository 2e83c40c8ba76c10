// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/running/call_hedges.h"

#include <optional>

#include "absl/time/time.h"
#include "baton/client_options.h"
#include "baton/core/limits/hedge_allowance.h"
#include "baton/core/limits/latency_histogram.h"
#include "baton/stop_reason.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/planned_call.h"

namespace baton::rpc {
namespace {

constexpr absl::Duration kDelay = absl::Milliseconds(30);

// Options with hedges at fixed times, or at the measured percentile.
ClientOptions Hedging(std::optional<absl::Duration> delay) {
  ClientOptions options;
  MethodPolicy& policy = options.policy.everything();
  policy.idempotency = Idempotency::kIdempotent;
  policy.retry.max_attempts = 3;
  policy.retry.edge_grant = 2;
  policy.hedge.max_attempts = 3;
  policy.hedge.delay = delay;
  return options;
}

AttemptOutcome Failure(absl::StatusCode code) {
  AttemptOutcome outcome;
  outcome.code = code;
  outcome.origin = AttemptOrigin::kServer;
  return outcome;
}

TEST(CallHedgesTest, HedgeIsDueAfterTheDelay) {
  PlannedCall call("hedge-due", Hedging(kDelay), absl::Seconds(1));
  CallHedges hedges(call.plan);
  EXPECT_FALSE(hedges.on());
  EXPECT_EQ(hedges.NextAt(), MonotonicTime::InfiniteFuture());
  hedges.OnSent(call.Start()->facts);
  EXPECT_TRUE(hedges.on());
  EXPECT_EQ(hedges.NextAt(), call.Now() + kDelay);
}

TEST(CallHedgesTest, SentHedgeSchedulesTheNext) {
  PlannedCall call("hedge-next", Hedging(kDelay), absl::Seconds(1));
  CallHedges hedges(call.plan);
  hedges.OnSent(call.Start()->facts);
  call.runtime.Advance(kDelay);
  ASSERT_TRUE(hedges.Admit(*call.ledger, call.Now()));
  hedges.OnSent(call.Start(/*is_hedge=*/true)->facts);
  EXPECT_EQ(hedges.NextAt(), call.Now() + kDelay);
  call.runtime.Advance(kDelay);
  ASSERT_TRUE(hedges.Admit(*call.ledger, call.Now()));
  hedges.OnSent(call.Start(/*is_hedge=*/true)->facts);
  EXPECT_EQ(hedges.NextAt(), MonotonicTime::InfiniteFuture());
}

TEST(CallHedgesTest, CallWithoutHedgePolicyIsNotHedged) {
  PlannedCall call("hedge-none", ClientOptions(), absl::Seconds(1));
  CallHedges hedges(call.plan);
  hedges.OnSent(call.Start()->facts);
  EXPECT_FALSE(hedges.on());
}

TEST(CallHedgesTest, EndStopsHedging) {
  PlannedCall call("hedge-end", Hedging(kDelay), absl::Seconds(1));
  CallHedges hedges(call.plan);
  hedges.OnSent(call.Start()->facts);
  hedges.End();
  EXPECT_FALSE(hedges.on());
  EXPECT_EQ(hedges.NextAt(), MonotonicTime::InfiniteFuture());
  EXPECT_EQ(hedges.stop_reason(), std::nullopt);
}

TEST(CallHedgesTest, LoadLimitSuppressesHedges) {
  ClientOptions options = Hedging(kDelay);
  options.policy.everything().hedge.max_extra_load_ratio = 0.001;
  PlannedCall call("hedge-load", options, absl::Seconds(1));
  CallHedges hedges(call.plan);
  hedges.OnSent(call.Start()->facts);
  MethodRecord& record =
      *call.channel->target().methods().Find(call.plan.method);
  for (int i = 0; i < core::HedgeAllowance::kBurst; ++i) {
    ASSERT_TRUE(record.hedges.TryTake(call.Now()));
  }
  EXPECT_FALSE(hedges.Admit(*call.ledger, call.Now()));
  EXPECT_EQ(hedges.stop_reason(), StopReason::kHedgeLoadLimit);
  EXPECT_EQ(hedges.NextAt(), MonotonicTime::InfiniteFuture());
}

TEST(CallHedgesTest, MeasuredDelayNeedsSamples) {
  PlannedCall call("hedge-measured", Hedging(std::nullopt), absl::Seconds(1));
  CallHedges hedges(call.plan);
  const AttemptFacts first = call.Start()->facts;
  hedges.OnSent(first);
  EXPECT_FALSE(hedges.on());

  call.runtime.Advance(absl::Milliseconds(8));
  for (int i = 0; i < core::LatencyHistogram::kMinSamples; ++i) {
    hedges.OnResponse(first, call.Now());
  }
  hedges.OnSent(first);
  EXPECT_TRUE(hedges.on());
  EXPECT_GE(hedges.NextAt(), first.started_at + absl::Milliseconds(8));
  EXPECT_LT(hedges.NextAt(), first.started_at + absl::Milliseconds(9));
}

TEST(CallHedgesTest, FatalFailureFailsTheCall) {
  PlannedCall call("hedge-fatal", Hedging(kDelay), absl::Seconds(1));
  CallHedges hedges(call.plan);
  hedges.OnSent(call.Start()->facts);
  EXPECT_TRUE(
      hedges.OnFailure(Failure(absl::StatusCode::kUnavailable), call.Now()));
  EXPECT_EQ(hedges.NextAt(), call.Now());
  EXPECT_FALSE(hedges.OnFailure(Failure(absl::StatusCode::kInvalidArgument),
                                call.Now()));
}

#ifndef NDEBUG

TEST(CallHedgesDeathTest, AdmitWithoutHedgingFailsAnAssertion) {
  PlannedCall call("hedge-death", ClientOptions(), absl::Seconds(1));
  CallHedges hedges(call.plan);
  EXPECT_DEATH(hedges.Admit(*call.ledger, call.Now()), "on()");
}

#endif  // NDEBUG

}  // namespace
}  // namespace baton::rpc
