// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/grant_use.h"

#include <optional>

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/deadline.h"
#include "baton/monotonic_time.h"
#include "baton/policy/method_policy.h"
#include "baton/retry_advice.h"
#include "gtest/gtest.h"
#include "tests/support/outcomes.h"

namespace baton::core {
namespace {

constexpr MonotonicTime kNow;

MethodPolicy Idempotent() {
  MethodPolicy policy;
  policy.idempotency = Idempotency::kIdempotent;
  policy.deadline.min_attempt_time = absl::Milliseconds(10);
  return policy;
}

GrantUse UseOf(const MethodPolicy& policy,
               absl::Duration timeout = absl::Seconds(1)) {
  const CallProgress progress(kNow, Deadline::After(kNow, timeout),
                              CallGrant(2, Owner(), true));
  return GrantUseOf(policy, progress, kNow);
}

TEST(GrantUseTest, OwnerDecidesForACallThatMayBeRepeated) {
  MethodPolicy policy = Idempotent();
  EXPECT_EQ(UseOf(policy), GrantUse::kByOwner);
  policy.idempotency = Idempotency::kNoSideEffects;
  EXPECT_EQ(UseOf(policy), GrantUse::kByOwner);
}

TEST(GrantUseTest, CallThatIsNotIdempotentForwardsItsGrant) {
  MethodPolicy policy = Idempotent();
  policy.idempotency = Idempotency::kUnknown;
  EXPECT_EQ(UseOf(policy), GrantUse::kForwardNotIdempotent);
  policy.idempotency = Idempotency::kNotIdempotent;
  EXPECT_EQ(UseOf(policy), GrantUse::kForwardNotIdempotent);
}

TEST(GrantUseTest, CallWithoutTimeForASecondAttemptForwardsItsGrant) {
  const MethodPolicy policy = Idempotent();
  EXPECT_EQ(UseOf(policy, absl::Milliseconds(10)), GrantUse::kForwardNoTime);
  EXPECT_EQ(UseOf(policy, absl::Milliseconds(11)), GrantUse::kByOwner);
  EXPECT_EQ(UseOf(policy, absl::InfiniteDuration()), GrantUse::kByOwner);
}

TEST(GrantUseTest, MaxRetryTimeIsNotTheNatureOfACall) {
  MethodPolicy policy = Idempotent();
  policy.retry.max_retry_time = absl::ZeroDuration();
  EXPECT_EQ(UseOf(policy), GrantUse::kByOwner);
}

TEST(GrantUseTest, OneAttemptSwitchesTheGrantOff) {
  for (const Idempotency idempotency :
       {Idempotency::kUnknown, Idempotency::kIdempotent}) {
    MethodPolicy policy = Idempotent();
    policy.idempotency = idempotency;
    policy.retry.max_attempts = 1;
    EXPECT_EQ(UseOf(policy), GrantUse::kSwitchedOff);
    EXPECT_EQ(UseOf(policy, absl::Milliseconds(1)), GrantUse::kSwitchedOff);
    policy.mode = Mode::kObserve;
    EXPECT_EQ(UseOf(policy), GrantUse::kSwitchedOff);
  }
}

TEST(GrantUseTest, ObserveModePassesTheGrantOn) {
  for (const Idempotency idempotency :
       {Idempotency::kUnknown, Idempotency::kIdempotent}) {
    MethodPolicy policy = Idempotent();
    policy.idempotency = idempotency;
    policy.mode = Mode::kObserve;
    EXPECT_EQ(UseOf(policy), GrantUse::kPassOn);
    EXPECT_EQ(UseOf(policy, absl::Milliseconds(1)), GrantUse::kPassOn);
  }
}

TEST(GrantUseTest, StopOfAllRetriesSwitchesTheGrantOff) {
  for (const Mode mode : {Mode::kEnforce, Mode::kObserve}) {
    MethodPolicy policy = Idempotent();
    policy.mode = mode;
    CallProgress progress(kNow, Deadline::After(kNow, absl::Seconds(1)),
                          CallGrant(2, Owner(), true));
    progress.retries_stopped = true;
    EXPECT_EQ(GrantUseOf(policy, progress, kNow), GrantUse::kSwitchedOff);
  }
}

TEST(GrantAtEdgeTest, UnlinkedCallMayHaveAGrantOfItsOwn) {
  RetryOptions options;
  options.edge_grant = 3;
  EXPECT_EQ(GrantAtEdge(options, /*is_unlinked=*/true), 3);
  options.unlinked_grant = 0;
  EXPECT_EQ(GrantAtEdge(options, /*is_unlinked=*/true), 0);
  EXPECT_EQ(GrantAtEdge(options, /*is_unlinked=*/false), 3);
}

TEST(SendsHeaderTest, EnforcedCallsAlwaysCarryAHeader) {
  EXPECT_TRUE(SendsHeader(Idempotent(), {}));
}

TEST(SendsHeaderTest, ObservedCallCarriesOnlyAHeaderThatHasArrived) {
  MethodPolicy policy = Idempotent();
  policy.mode = Mode::kObserve;
  HeaderFacts facts;
  EXPECT_FALSE(SendsHeader(policy, facts));
  facts.is_linked = true;
  EXPECT_FALSE(SendsHeader(policy, facts));
  facts.has_grant = true;
  EXPECT_TRUE(SendsHeader(policy, facts));
}

TEST(SendsHeaderTest, ObservedCallCarriesAHeaderWhereRetriesAreSwitchedOff) {
  MethodPolicy policy = Idempotent();
  policy.mode = Mode::kObserve;
  policy.retry.edge_grant = 0;
  HeaderFacts facts;
  EXPECT_FALSE(SendsHeader(policy, facts));
  facts.is_linked = true;
  EXPECT_TRUE(SendsHeader(policy, facts));
  facts = HeaderFacts();
  facts.retries_stopped = true;
  EXPECT_TRUE(SendsHeader(policy, facts));
}

TEST(GrantUsedByCalleeTest, ReportOfTheCalleeCounts) {
  AttemptOutcome outcome;
  EXPECT_EQ(GrantUsedByCallee(outcome), std::nullopt);
  outcome.advice.emplace();
  EXPECT_EQ(GrantUsedByCallee(outcome), std::nullopt);
  outcome.advice->used = 1;
  EXPECT_EQ(GrantUsedByCallee(outcome), 1);
  // A handler that rejects a request may have made calls before.
  outcome.advice->verdict = RetryAdvice::Verdict::kAfter;
  EXPECT_EQ(GrantUsedByCallee(outcome), 1);
  outcome.advice->used.reset();
  EXPECT_EQ(GrantUsedByCallee(outcome), std::nullopt);
}

TEST(GrantUsedByCalleeTest, AttemptThatReachedNoHandlerHasUsedNothing) {
  EXPECT_EQ(GrantUsedByCallee(support::NeverConnected()), 0);
}

}  // namespace
}  // namespace baton::core
