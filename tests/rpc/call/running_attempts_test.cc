// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/running/running_attempts.h"

#include <memory>
#include <optional>

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/client_options.h"
#include "baton/decision.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/planned_call.h"
#include "tests/rpc/support/two_attempts.h"

namespace baton::rpc {
namespace {

using Due = RunningAttempts::Due;
using Next = RunningAttempts::Next;

constexpr absl::Duration kTimeout = absl::Seconds(1);
constexpr absl::Duration kHedgeDelay = absl::Milliseconds(30);
constexpr absl::Duration kAttemptTimeout = absl::Milliseconds(200);

ClientOptions Retrying() {
  ClientOptions options = TwoAttempts();
  MethodPolicy& policy = options.policy.everything();
  policy.deadline.attempt_timeout = kAttemptTimeout;
  // The account of the method is too small for a retry.
  options.policy.process_budget.capacity = 10;
  return options;
}

ClientOptions Hedging() {
  ClientOptions options = Retrying();
  MethodPolicy& policy = options.policy.everything();
  policy.hedge.max_attempts = 2;
  policy.hedge.delay = kHedgeDelay;
  return options;
}

AttemptOutcome Failure(absl::StatusCode code) {
  AttemptOutcome outcome;
  outcome.code = code;
  outcome.origin = AttemptOrigin::kServer;
  return outcome;
}

class Rig {
 public:
  Rig(const std::string& target, ClientOptions options)
      : call(target, std::move(options), kTimeout),
        running(call.plan, *call.ledger, *call.report_writer) {}

  std::shared_ptr<Attempt> Add(bool is_hedge = false,
                               bool is_connected = true) {
    auto attempt = call.Start(is_hedge);
    running.Add(attempt, is_connected);
    return attempt;
  }
  std::optional<Decision> TimeOut(bool is_connected = true) {
    return running.OnAttemptTimeout(call.Now(), is_connected);
  }
  Next Fail(const Attempt& attempt, absl::StatusCode code, Decision& decision) {
    AttemptOutcome outcome = Failure(code);
    return running.OnFailure(attempt, outcome, AttemptDetails(), call.Now(),
                             decision);
  }
  std::unique_ptr<const CallReport> End() {
    call.report_writer->EndCall(absl::StatusCode::kOk, Decision(),
                                call.ledger->progress());
    return std::make_unique<const CallReport>(call.report_writer->Report());
  }

  PlannedCall call;
  RunningAttempts running;
};

TEST(RunningAttemptsTest, NothingIsDueWithoutAttempts) {
  Rig rig("running-none", Retrying());
  EXPECT_TRUE(rig.running.empty());
  EXPECT_EQ(rig.running.LookAt(), MonotonicTime::InfiniteFuture());
  rig.call.runtime.Advance(absl::Hours(1));
  EXPECT_EQ(rig.running.WhatIsDue(rig.call.Now()), Due::kNothing);
}

TEST(RunningAttemptsTest, AttemptTimeoutIsDueBeforeTheDeadline) {
  Rig rig("running-timeout", Retrying());
  rig.Add();
  EXPECT_EQ(rig.running.LookAt(), rig.call.Now() + kAttemptTimeout);
  EXPECT_EQ(rig.running.WhatIsDue(rig.call.Now()), Due::kNothing);
  rig.call.runtime.Advance(kAttemptTimeout);
  EXPECT_EQ(rig.running.WhatIsDue(rig.call.Now()), Due::kAttemptTimeout);
  rig.call.runtime.Advance(kTimeout);
  EXPECT_EQ(rig.running.WhatIsDue(rig.call.Now()), Due::kCallDeadline);
}

TEST(RunningAttemptsTest, RetryFollowsTheEndOfATimedOutAttempt) {
  Rig rig("running-replaced", Retrying());
  const auto first = rig.Add();
  rig.call.runtime.Advance(kAttemptTimeout);
  EXPECT_FALSE(rig.TimeOut().has_value());
  ASSERT_TRUE(rig.running.Remove(*first));
  AttemptOutcome outcome;
  outcome.code = absl::StatusCode::kCancelled;
  outcome.origin = AttemptOrigin::kUnconfirmed;
  Decision decision;
  EXPECT_EQ(rig.running.OnFailure(*first, outcome, AttemptDetails(),
                                  rig.call.Now(), decision),
            Next::kDecided);
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(outcome.origin, AttemptOrigin::kAttemptTimeout);
}

TEST(RunningAttemptsTest, AnswerOfATimedOutAttemptCountsAndCostsNothing) {
  Rig rig("running-answered", Retrying());
  const core::ProcessBudget& budget = rig.call.channel->target().budget();
  const double full = budget.Level(rig.call.Now());
  const auto first = rig.Add();
  rig.call.runtime.Advance(kAttemptTimeout);
  EXPECT_FALSE(rig.TimeOut().has_value());
  EXPECT_LT(budget.Level(rig.call.Now()), full);
  ASSERT_TRUE(rig.running.Remove(*first));
  Decision decision;
  EXPECT_EQ(rig.Fail(*first, absl::StatusCode::kNotFound, decision),
            Next::kDecided);
  EXPECT_FALSE(decision.retry);
  EXPECT_EQ(budget.Level(rig.call.Now()), full);
  EXPECT_EQ(rig.call.ledger->progress().grant.used(), 0);
}

TEST(RunningAttemptsTest, TimedOutAttemptThatNeverEndsIsDiscarded) {
  Rig rig("running-stuck", Retrying());
  const auto first = rig.Add();
  rig.call.runtime.Advance(kAttemptTimeout);
  EXPECT_FALSE(rig.TimeOut().has_value());
  const absl::Duration grace = rig.running.LookAt() - rig.call.Now();
  EXPECT_LE(grace, absl::Milliseconds(200));
  rig.call.runtime.Advance(grace);
  ASSERT_EQ(rig.running.WhatIsDue(rig.call.Now()), Due::kAttemptTimeout);
  const std::optional<Decision> decision = rig.TimeOut();
  ASSERT_TRUE(decision.has_value());
  EXPECT_TRUE(decision->retry);
  EXPECT_FALSE(rig.running.Remove(*first));
}

TEST(RunningAttemptsTest, TimeoutDoesNotCountTheTimeWithoutAConnection) {
  Rig rig("running-unconnected", Retrying());
  rig.Add(/*is_hedge=*/false, /*is_connected=*/false);
  rig.call.runtime.Advance(kAttemptTimeout);
  EXPECT_FALSE(rig.TimeOut(/*is_connected=*/false).has_value());
  EXPECT_EQ(rig.running.LookAt(), rig.call.Now() + kAttemptTimeout);
  rig.call.runtime.Advance(kAttemptTimeout);
  EXPECT_FALSE(rig.TimeOut(/*is_connected=*/true).has_value());
  EXPECT_EQ(rig.running.LookAt(), rig.call.Now() + kAttemptTimeout);
}

// Records many latencies of 1 ms, so that a single longer one is the maximum.
void RecordUsualLatency(Rig& rig) {
  for (int i = 0; i < 5000; ++i) {
    rig.call.plan.record->latency.Record(absl::Milliseconds(1), rig.call.Now(),
                                         0);
  }
}

absl::Duration LongestLatency(const Rig& rig) {
  return rig.call.plan.record->latency.Percentile(0.99999).value_or(
      absl::InfiniteDuration());
}

ClientOptions WithLateChecks() {
  ClientOptions options = Retrying();
  options.policy.everything().late.start_second_attempt = true;
  return options;
}

TEST(RunningAttemptsTest, LatencyOfAConnectedAttemptIsMeasured) {
  Rig rig("running-measured", WithLateChecks());
  RecordUsualLatency(rig);
  const auto first = rig.Add();
  rig.call.runtime.Advance(kAttemptTimeout / 2);
  rig.running.OnResponse(*first, rig.call.Now());
  EXPECT_GE(LongestLatency(rig), kAttemptTimeout / 2);
}

TEST(RunningAttemptsTest, LatencyDoesNotCountTheTimeWithoutAConnection) {
  Rig rig("running-connects", WithLateChecks());
  RecordUsualLatency(rig);
  const auto first = rig.Add(/*is_hedge=*/false, /*is_connected=*/false);
  rig.call.runtime.Advance(kAttemptTimeout);
  EXPECT_FALSE(rig.TimeOut(/*is_connected=*/true).has_value());
  rig.call.runtime.Advance(absl::Milliseconds(1));
  rig.running.OnResponse(*first, rig.call.Now());
  EXPECT_LT(LongestLatency(rig), absl::Milliseconds(2));
}

TEST(RunningAttemptsTest, DiscardedAttemptThatHadToConnectHasNoLatency) {
  Rig rig("running-connects-hedged", Hedging());
  RecordUsualLatency(rig);
  rig.Add(/*is_hedge=*/false, /*is_connected=*/false);
  rig.call.runtime.Advance(kHedgeDelay);
  ASSERT_TRUE(rig.running.AdmitHedge(rig.call.Now(), /*is_connected=*/true));
  const auto hedge = rig.Add(/*is_hedge=*/true);
  rig.running.CommitTo(*hedge, rig.call.Now());
  EXPECT_LT(LongestLatency(rig), absl::Milliseconds(2));
}

TEST(RunningAttemptsTest, TimerOfAStalledProcessTimesNothingOut) {
  Rig rig("running-stalled", Retrying());
  rig.Add();
  rig.call.runtime.Advance(kAttemptTimeout + absl::Milliseconds(50));
  ASSERT_EQ(rig.running.WhatIsDue(rig.call.Now()), Due::kAttemptTimeout);
  EXPECT_FALSE(rig.TimeOut().has_value());
  EXPECT_EQ(rig.running.LookAt(), rig.call.Now() + kLateTimerGrace);
}

TEST(RunningAttemptsTest, TimedOutAttemptKeepsRunningWithoutAGrant) {
  ClientOptions options = Retrying();
  options.policy.everything().retry.edge_grant = 0;
  Rig rig("running-kept", options);
  const auto first = rig.Add();
  rig.call.runtime.Advance(kAttemptTimeout);
  EXPECT_EQ(rig.running.WhatIsDue(rig.call.Now()), Due::kNothing);
  EXPECT_GT(rig.running.LookAt(), rig.call.Now() + absl::Milliseconds(1));
  EXPECT_TRUE(rig.running.Remove(*first));
}

TEST(RunningAttemptsTest, HedgeIsDueAndTheWinnerDiscardsIt) {
  Rig rig("running-hedged", Hedging());
  const auto first = rig.Add();
  EXPECT_EQ(rig.running.LookAt(), rig.call.Now() + kHedgeDelay);
  rig.call.runtime.Advance(kHedgeDelay);
  ASSERT_EQ(rig.running.WhatIsDue(rig.call.Now()), Due::kHedge);
  ASSERT_TRUE(rig.running.AdmitHedge(rig.call.Now(), /*is_connected=*/true));
  const auto hedge = rig.Add(/*is_hedge=*/true);
  rig.running.CommitTo(*first, rig.call.Now());
  EXPECT_FALSE(rig.running.Remove(*hedge));
  EXPECT_TRUE(rig.running.Remove(*first));
  EXPECT_EQ(rig.End()->attempts.size(), 2U);
}

TEST(RunningAttemptsTest, HedgeOfAStalledProcessWaitsForArrivedResponses) {
  Rig rig("running-hedge-stalled", Hedging());
  rig.Add();
  rig.call.runtime.Advance(kHedgeDelay + absl::Milliseconds(50));
  ASSERT_EQ(rig.running.WhatIsDue(rig.call.Now()), Due::kHedge);
  EXPECT_FALSE(rig.running.AdmitHedge(rig.call.Now(), /*is_connected=*/true));
  EXPECT_EQ(rig.running.LookAt(), rig.call.Now() + kLateTimerGrace);
  // A process that is always late sends its hedge after one such wait.
  rig.call.runtime.Advance(kLateTimerGrace + absl::Milliseconds(50));
  EXPECT_TRUE(rig.running.AdmitHedge(rig.call.Now(), /*is_connected=*/true));
}

TEST(RunningAttemptsTest, HedgeWaitsForAConnectionAndCostsNothing) {
  Rig rig("running-hedge-unconnected", Hedging());
  const core::ProcessBudget& budget = rig.call.channel->target().budget();
  const double full = budget.Level(rig.call.Now());
  rig.Add(/*is_hedge=*/false, /*is_connected=*/false);
  rig.call.runtime.Advance(kHedgeDelay);
  EXPECT_FALSE(rig.running.AdmitHedge(rig.call.Now(), /*is_connected=*/false));
  EXPECT_EQ(budget.Level(rig.call.Now()), full);
  EXPECT_EQ(rig.running.LookAt(), rig.call.Now() + kHedgeDelay);
}

TEST(RunningAttemptsTest, HedgedAttemptsHaveNoPerAttemptTimeout) {
  Rig rig("running-hedge-timeout", Hedging());
  rig.Add();
  rig.call.runtime.Advance(kHedgeDelay);
  ASSERT_TRUE(rig.running.AdmitHedge(rig.call.Now(), /*is_connected=*/true));
  rig.Add(/*is_hedge=*/true);
  rig.call.runtime.Advance(2 * kAttemptTimeout);
  EXPECT_EQ(rig.running.WhatIsDue(rig.call.Now()), Due::kNothing);
}

TEST(RunningAttemptsTest, FailureSendsTheHedgeAtOnce) {
  Rig rig("running-failure-hedge", Hedging());
  const auto first = rig.Add();
  ASSERT_TRUE(rig.running.Remove(*first));
  Decision decision;
  EXPECT_EQ(rig.Fail(*first, absl::StatusCode::kUnavailable, decision),
            Next::kSendHedge);
  const auto hedge = rig.Add();
  ASSERT_TRUE(rig.running.Remove(*hedge));
  EXPECT_EQ(rig.Fail(*hedge, absl::StatusCode::kUnavailable, decision),
            Next::kDecided);
  EXPECT_FALSE(decision.retry);
}

TEST(RunningAttemptsTest, FailureWaitsForOtherAttempts) {
  Rig rig("running-others", Hedging());
  const auto first = rig.Add();
  rig.call.runtime.Advance(kHedgeDelay);
  ASSERT_TRUE(rig.running.AdmitHedge(rig.call.Now(), /*is_connected=*/true));
  rig.Add(/*is_hedge=*/true);
  ASSERT_TRUE(rig.running.Remove(*first));
  Decision decision;
  EXPECT_EQ(rig.Fail(*first, absl::StatusCode::kUnavailable, decision),
            Next::kOthersRun);
  EXPECT_FALSE(rig.running.empty());
}

TEST(RunningAttemptsTest, FatalFailureDiscardsOtherAttempts) {
  Rig rig("running-fatal", Hedging());
  const auto first = rig.Add();
  rig.call.runtime.Advance(kHedgeDelay);
  ASSERT_TRUE(rig.running.AdmitHedge(rig.call.Now(), /*is_connected=*/true));
  rig.Add(/*is_hedge=*/true);
  ASSERT_TRUE(rig.running.Remove(*first));
  Decision decision;
  EXPECT_EQ(rig.Fail(*first, absl::StatusCode::kInvalidArgument, decision),
            Next::kDecided);
  EXPECT_FALSE(decision.retry);
  EXPECT_TRUE(rig.running.empty());
}

TEST(RunningAttemptsTest, CallDeadlineEndsTheCall) {
  Rig rig("running-deadline", Retrying());
  rig.Add();
  rig.call.runtime.Advance(2 * kTimeout);
  ASSERT_EQ(rig.running.WhatIsDue(rig.call.Now()), Due::kCallDeadline);
  EXPECT_FALSE(rig.running.OnCallDeadline(rig.call.Now()).retry);
  EXPECT_TRUE(rig.running.empty());
}

#ifndef NDEBUG

TEST(RunningAttemptsDeathTest, TimeoutWithoutAnAttemptFailsAnAssertion) {
  Rig rig("running-death", Retrying());
  EXPECT_DEATH(rig.TimeOut(), "attempts_");
}

#endif  // NDEBUG

}  // namespace
}  // namespace baton::rpc
