// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/retry_decider.h"

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/classifier.h"
#include "baton/core/decision/call_grant.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/limits/process_budget.h"
#include "baton/deadline.h"
#include "baton/decision.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/owner.h"
#include "baton/retry_advice.h"
#include "baton/status_classifier.h"
#include "baton/stop_reason.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_uniform.h"
#include "tests/support/outcomes.h"
#include "tests/support/policies.h"
#include "tests/support/target.h"

namespace baton::core {
namespace {

using absl::StatusCode;
using support::Broken;
using support::MethodPolicyBuilder;
using support::NeverConnected;
using support::ServerSays;
using support::Unavailable;
using Verdict = RetryAdvice::Verdict;
using Reason = RetryAdvice::Reason;

constexpr absl::Duration kWait = absl::Milliseconds(100);

class RetryDeciderTest : public ::testing::Test {
 protected:
  // A call with enough time, whose first attempt has just ended.
  CallProgress Call(int granted = 2,
                    absl::Duration timeout = absl::Seconds(40)) {
    CallProgress progress(clock_.Now(), Deadline::After(clock_.Now(), timeout),
                          CallGrant(granted, Owner(), true));
    progress.grant.StartAttempt();
    return progress;
  }

  Decision Decide(const MethodPolicy& policy, const AttemptOutcome& outcome,
                  CallProgress& progress) {
    const StatusClassifier classifier(policy.retry.classifier);
    return RetryDecider(policy, classifier, target_.limits())
        .Decide(outcome, clock_.Now(), random_, progress);
  }
  Decision Decide(const MethodPolicy& policy, const AttemptOutcome& outcome) {
    CallProgress progress = Call();
    return Decide(policy, outcome, progress);
  }

  const MethodPolicy idempotent_ = MethodPolicyBuilder().Idempotent();
  support::FakeClock clock_;
  support::FakeUniform random_{0.5};
  support::Target target_{clock_.Now()};
};

TEST_F(RetryDeciderTest, TransientFailureOfAnIdempotentCallIsRetried) {
  CallProgress progress = Call();
  const Decision decision = Decide(idempotent_, Unavailable(), progress);
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(decision.outcome_class, OutcomeClass::kTransient);
  // Half of the first ceiling of 25 ms.
  EXPECT_EQ(decision.delay, absl::Microseconds(12'500));
  EXPECT_EQ(decision.wait_cause, WaitCause::kBackoff);
  EXPECT_EQ(decision.cost, RetryCost::kTransient);
  EXPECT_FALSE(decision.outcome_unknown);
  EXPECT_EQ(progress.spending.total, 1'000);
  EXPECT_EQ(progress.grant.attempts_admitted(), 2);
}

// `exhausted` from a callee with a part of the grant covers only that part. Any
// other `no`, or a call that has kept nothing, ends the retries.
TEST_F(RetryDeciderTest, ExhaustedCalleeLeavesTheKeptGrantOfSplit) {
  struct Row {
    Owner owner;
    Reason reason;
    bool retries;
  };
  const Owner split{OwnerMode::kSplit, 1};
  const Row rows[] = {
      {split, Reason::kExhausted, true},
      {split, Reason::kOverload, false},
      {split, Reason::kUnspecified, false},
      {split, Reason::kMalformed, false},
      {{OwnerMode::kKeep, 0}, Reason::kExhausted, false},
      {{OwnerMode::kDelegate, 0}, Reason::kExhausted, false},
  };
  for (const Row& row : rows) {
    CallProgress progress(clock_.Now(), Deadline::None(),
                          CallGrant(2, row.owner, true));
    progress.grant.EndAttempt(progress.grant.StartAttempt(), 1);
    support::Outcome outcome =
        Unavailable().WithAdvice(Verdict::kNo, row.reason).WithPushbackNever();
    const Decision decision = Decide(idempotent_, outcome, progress);
    EXPECT_EQ(decision.retry, row.retries)
        << ToString(row.owner.mode) << " " << ToString(row.reason);
    EXPECT_EQ(decision.reason,
              row.retries ? StopReason::kSucceeded : StopReason::kServerAdvice);
  }
}

// Checks the order of the rules. The call breaks every rule at first. Each step
// repairs the rule of the current reason, and the next reason must follow.
TEST_F(RetryDeciderTest, FirstFailedRuleIsTheReason) {
  target_.OpenRetryBreaker(clock_.Now());
  target_.EmptyBudget(clock_.Now());
  MethodPolicy policy =
      MethodPolicyBuilder().With(Idempotency::kNotIdempotent).Attempts(1);
  support::Outcome outcome = ServerSays(StatusCode::kNotFound)
                                 .WithPushbackNever()
                                 .WithAdvice(Verdict::kNo);
  Commitment commitment = Commitment::kCommitted;
  int granted = 0;
  absl::Duration timeout = absl::Milliseconds(1);
  const auto reason = [&] {
    CallProgress progress = Call(granted, timeout);
    progress.commitment = commitment;
    const Decision decision = Decide(policy, outcome, progress);
    EXPECT_FALSE(decision.retry);
    return decision.reason;
  };

  EXPECT_EQ(reason(), StopReason::kNotRetryable);
  outcome.code = StatusCode::kUnavailable;
  EXPECT_EQ(reason(), StopReason::kCommitted);
  commitment = Commitment::kBufferFull;
  EXPECT_EQ(reason(), StopReason::kReplayBufferFull);
  commitment = Commitment::kOpen;
  EXPECT_EQ(reason(), StopReason::kNotIdempotent);
  policy.idempotency = Idempotency::kIdempotent;
  EXPECT_EQ(reason(), StopReason::kServerAdvice);
  outcome.advice.reset();
  EXPECT_EQ(reason(), StopReason::kServerPushback);
  outcome.pushback = Pushback::None();
  EXPECT_EQ(reason(), StopReason::kRetriesDisabled);
  policy.retry.max_attempts = 3;
  EXPECT_EQ(reason(), StopReason::kNoGrant);
  granted = 2;
  EXPECT_EQ(reason(), StopReason::kNotEnoughTime);
  timeout = absl::Seconds(40);
  EXPECT_EQ(reason(), StopReason::kRetryBreakerOpen);
  target_.CloseRetryBreaker(clock_.Now());
  EXPECT_EQ(reason(), StopReason::kProcessBudgetExhausted);
  clock_.Advance(absl::Milliseconds(2'000));
  policy.mode = Mode::kObserve;
  EXPECT_EQ(reason(), StopReason::kObserveOnly);
  policy.mode = Mode::kEnforce;
  CallProgress progress = Call();
  EXPECT_TRUE(Decide(policy, outcome, progress).retry);
}

TEST_F(RetryDeciderTest, AdviceOfOneServerStopsOnlyCallsThatReachNoOther) {
  AttemptOutcome outcome =
      Unavailable().WithAdvice(Verdict::kNo, RetryAdvice::Reason::kOverload);
  // The pushback is for clients without Baton.
  outcome.pushback = Pushback::After(absl::Seconds(1));
  for (const auto scope :
       {RetryAdvice::Scope::kRequest, RetryAdvice::Scope::kService,
        RetryAdvice::Scope::kServer}) {
    outcome.advice->scope = scope;
    for (const bool reaches_other : {false, true}) {
      CallProgress progress = Call();
      progress.may_reach_other_server = reaches_other;
      const Decision decision = Decide(idempotent_, outcome, progress);
      if (reaches_other && scope == RetryAdvice::Scope::kServer) {
        EXPECT_TRUE(decision.retry);
        EXPECT_EQ(decision.wait_cause, WaitCause::kThrottledBackoff);
      } else {
        EXPECT_FALSE(decision.retry);
        EXPECT_EQ(decision.reason, StopReason::kServerAdvice);
      }
    }
  }
}

TEST_F(RetryDeciderTest, FinalEndsHaveTheirOwnReasons) {
  EXPECT_EQ(Decide(idempotent_, support::Ok()).reason, StopReason::kSucceeded);
  EXPECT_EQ(Decide(idempotent_, support::CancelledByCaller()).reason,
            StopReason::kCancelled);
  EXPECT_EQ(Decide(idempotent_, support::CallTimedOut()).reason,
            StopReason::kNotEnoughTime);
}

TEST_F(RetryDeciderTest, ExhaustedGrantAndAttemptsHaveDifferentReasons) {
  CallProgress spent = Call(1);
  spent.grant.StartAttempt();
  EXPECT_EQ(Decide(idempotent_, Unavailable(), spent).reason,
            StopReason::kGrantExhausted);
  CallProgress exhausted = Call(9);
  exhausted.grant.StartAttempt();
  exhausted.grant.StartAttempt();
  EXPECT_EQ(Decide(idempotent_, Unavailable(), exhausted).reason,
            StopReason::kAttemptsExhausted);
}

TEST_F(RetryDeciderTest, EvidenceOverridesTheIdempotencyOfTheMethod) {
  for (const Idempotency idempotency :
       {Idempotency::kUnknown, Idempotency::kNotIdempotent}) {
    const MethodPolicy policy = MethodPolicyBuilder().With(idempotency);
    EXPECT_EQ(Decide(policy, Unavailable()).reason, StopReason::kNotIdempotent);
    EXPECT_EQ(Decide(policy, Broken()).reason, StopReason::kNotIdempotent);
    EXPECT_EQ(Decide(policy, support::AttemptTimedOut()).reason,
              StopReason::kNotIdempotent);
    EXPECT_EQ(Decide(policy, Unavailable().WithRetryInfo(kWait)).reason,
              StopReason::kNotIdempotent);
    EXPECT_EQ(Decide(policy, Unavailable().WithPushback(kWait).WithAdvice(
                                 Verdict::kAfter, Reason::kAmbiguous, kWait))
                  .reason,
              StopReason::kNotIdempotent);
    EXPECT_TRUE(Decide(policy, NeverConnected()).retry);
    EXPECT_EQ(Decide(policy, Unavailable().WithPushback(kWait)).reason,
              StopReason::kNotIdempotent);
    EXPECT_TRUE(
        Decide(policy, Unavailable().WithAdvice(Verdict::kAfter,
                                                Reason::kUnspecified, kWait))
            .retry);
    EXPECT_TRUE(Decide(policy, Unavailable().WithAdvice(Verdict::kOk,
                                                        Reason::kOverload))
                    .retry);
  }
}

TEST_F(RetryDeciderTest, ClassifierOfTheApplicationCannotMakeAnUnsafeRetry) {
  class Hopeful final : public Classifier {
    OutcomeClass Classify(const AttemptOutcome&) const override {
      return OutcomeClass::kTransient;
    }
  } hopeful;
  const MethodPolicy policy = MethodPolicyBuilder();
  const RetryDecider decider(policy, hopeful, target_.limits());
  for (const AttemptOutcome& outcome :
       {AttemptOutcome(support::Ok()), AttemptOutcome(Unavailable()),
        AttemptOutcome(support::CallTimedOut())}) {
    CallProgress progress = Call();
    EXPECT_EQ(decider.Decide(outcome, clock_.Now(), random_, progress).reason,
              StopReason::kNotIdempotent);
  }
}

TEST_F(RetryDeciderTest, WaitHasItsCause) {
  // Jitter extends a requested wait by half of 20 %: 100 ms become 110 ms.
  const absl::Duration stretched = absl::Milliseconds(110);
  const absl::Duration less = absl::Milliseconds(40);
  const struct {
    AttemptOutcome outcome;
    WaitCause cause;
  } kRows[] = {
      {Unavailable().WithPushback(kWait), WaitCause::kPushback},
      {Unavailable().WithRetryInfo(kWait), WaitCause::kRetryInfo},
      {Unavailable().WithAdvice(Verdict::kAfter, Reason::kUnspecified, kWait),
       WaitCause::kAdvice},
      // The longest wait applies, and its source is the cause.
      {Unavailable().WithPushback(kWait).WithRetryInfo(less),
       WaitCause::kPushback},
      {Unavailable().WithPushback(less).WithRetryInfo(kWait),
       WaitCause::kRetryInfo},
      {Unavailable().WithPushback(less).WithAdvice(Verdict::kAfter,
                                                   Reason::kUnspecified, kWait),
       WaitCause::kAdvice},
      // A server with advice sends the same value twice.
      {Unavailable().WithPushback(kWait).WithAdvice(
           Verdict::kAfter, Reason::kUnspecified, kWait),
       WaitCause::kAdvice},
  };
  for (const auto& row : kRows) {
    const Decision decision = Decide(idempotent_, row.outcome);
    EXPECT_TRUE(decision.retry);
    EXPECT_EQ(decision.wait_cause, row.cause) << ToString(row.cause);
    EXPECT_EQ(decision.delay, stretched) << ToString(row.cause);
    EXPECT_EQ(decision.cost, RetryCost::kThrottled) << ToString(row.cause);
  }
}

TEST_F(RetryDeciderTest, RequestedWaitIsCutToMaxPushback) {
  MethodPolicy policy = idempotent_;
  policy.retry.max_pushback = absl::Seconds(10);
  policy.retry.pushback_jitter_ratio = 0;
  EXPECT_EQ(Decide(policy, Unavailable().WithPushback(absl::Hours(9))).delay,
            absl::Seconds(10));
}

TEST_F(RetryDeciderTest, RequestedWaitBeyondTheDeadlineEndsTheCall) {
  CallProgress progress = Call(2, absl::Milliseconds(105));
  const Decision decision =
      Decide(idempotent_, Unavailable().WithPushback(kWait), progress);
  EXPECT_EQ(decision.reason, StopReason::kNotEnoughTime);
  EXPECT_EQ(decision.delay, absl::Milliseconds(110));
}

TEST_F(RetryDeciderTest, NegativeRetryInfoRequestsNoWait) {
  const Decision decision =
      Decide(idempotent_, Unavailable().WithRetryInfo(-absl::Seconds(5)));
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(decision.delay, absl::ZeroDuration());
}

TEST_F(RetryDeciderTest, OverloadHasALongerBackoffAndAHigherCost) {
  const Decision decision = Decide(
      idempotent_, Unavailable().WithAdvice(Verdict::kOk, Reason::kOverload));
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(decision.wait_cause, WaitCause::kThrottledBackoff);
  EXPECT_EQ(decision.delay, absl::Milliseconds(500));
  EXPECT_EQ(decision.cost, RetryCost::kThrottled);
}

TEST_F(RetryDeciderTest, TimeoutHasItsCostAndTheNormalBackoff) {
  const Decision decision = Decide(idempotent_, support::AttemptTimedOut());
  EXPECT_TRUE(decision.retry);
  EXPECT_EQ(decision.wait_cause, WaitCause::kBackoff);
  EXPECT_EQ(decision.cost, RetryCost::kTimeout);
}

TEST_F(RetryDeciderTest, BackoffGrowsAndRestartsAfterARequestedWait) {
  const MethodPolicy policy = MethodPolicyBuilder().Idempotent().Attempts(5);
  CallProgress progress = Call(4);
  const auto next_delay = [&](const AttemptOutcome& outcome) {
    const Decision decision = Decide(policy, outcome, progress);
    EXPECT_TRUE(decision.retry);
    return decision.delay;
  };
  EXPECT_EQ(next_delay(Unavailable()), absl::Microseconds(12'500));
  EXPECT_EQ(next_delay(Unavailable()), absl::Milliseconds(25));
  EXPECT_EQ(next_delay(Unavailable().WithPushback(kWait)),
            absl::Milliseconds(110));
  EXPECT_EQ(next_delay(Unavailable()), absl::Microseconds(12'500));
}

TEST_F(RetryDeciderTest, StopDoesNotChangeTheCall) {
  CallProgress progress = Call(2, absl::Milliseconds(5));
  progress.other_classes.backoff_waits = 1;
  EXPECT_FALSE(Decide(idempotent_, Broken(), progress).retry);
  EXPECT_EQ(progress.other_classes.backoff_waits, 1);
  EXPECT_EQ(progress.grant.attempts_admitted(), 1);
  EXPECT_EQ(progress.spending.total, 0);
  EXPECT_FALSE(progress.effect_possible);
}

TEST_F(RetryDeciderTest, OutcomeIsUnknownIfTheRequestMayHaveTakenEffect) {
  const MethodPolicy policy = MethodPolicyBuilder();
  EXPECT_TRUE(Decide(policy, Broken()).outcome_unknown);
  EXPECT_TRUE(Decide(policy, support::CallTimedOut()).outcome_unknown);
  EXPECT_TRUE(Decide(policy, support::CancelledByCaller()).outcome_unknown);
  EXPECT_TRUE(Decide(policy, Unavailable()).outcome_unknown);
  EXPECT_TRUE(
      Decide(policy, ServerSays(StatusCode::kInternal)).outcome_unknown);
  EXPECT_TRUE(Decide(policy, ServerSays(StatusCode::kAborted)
                                 .WithAdvice(Verdict::kNo, Reason::kAmbiguous))
                  .outcome_unknown);
  EXPECT_FALSE(Decide(policy, support::Ok()).outcome_unknown);
  EXPECT_FALSE(
      Decide(policy, ServerSays(StatusCode::kNotFound)).outcome_unknown);
  CallProgress no_grant = Call(0);
  EXPECT_FALSE(Decide(policy, NeverConnected(), no_grant).outcome_unknown);
}

TEST_F(RetryDeciderTest, ReadOnlyCallHasNoUnknownOutcome) {
  const MethodPolicy policy =
      MethodPolicyBuilder().With(Idempotency::kNoSideEffects);
  EXPECT_FALSE(Decide(policy, support::CallTimedOut()).outcome_unknown);
}

TEST_F(RetryDeciderTest, UnknownOutcomeOutlivesAClearResponse) {
  CallProgress progress = Call();
  ASSERT_TRUE(Decide(idempotent_, Broken(), progress).retry);
  // No server processed the second attempt. The first may have taken effect.
  EXPECT_TRUE(Decide(idempotent_, ServerSays(StatusCode::kNotFound), progress)
                  .outcome_unknown);
}

TEST_F(RetryDeciderTest, SafeFirstAttemptLeavesAKnownOutcome) {
  CallProgress progress = Call();
  ASSERT_TRUE(Decide(idempotent_, NeverConnected(), progress).retry);
  EXPECT_FALSE(Decide(idempotent_, ServerSays(StatusCode::kNotFound), progress)
                   .outcome_unknown);
}

}  // namespace
}  // namespace baton::core
