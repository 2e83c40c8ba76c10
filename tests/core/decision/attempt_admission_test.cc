// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/attempt_admission.h"

#include <optional>

#include "absl/time/time.h"
#include "baton/core/decision/call_grant.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/limits/process_budget.h"
#include "baton/deadline.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/owner.h"
#include "baton/stop_reason.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"
#include "tests/support/policies.h"
#include "tests/support/target.h"

namespace baton::core {
namespace {

using support::MethodPolicyBuilder;

constexpr absl::Duration kDelay = absl::Milliseconds(20);

class AttemptAdmissionTest : public ::testing::Test {
 protected:
  // A call whose first attempt has just ended.
  CallProgress Call(int granted,
                    absl::Duration timeout = absl::InfiniteDuration()) {
    CallProgress progress(clock_.Now(), Deadline::After(clock_.Now(), timeout),
                          CallGrant(granted, Owner(), true));
    progress.grant.StartAttempt();
    return progress;
  }

  std::optional<StopReason> Admit(CallProgress& progress,
                                  const MethodPolicy& policy = MethodPolicy(),
                                  int max_attempts = 3) {
    return AdmitAttempt(policy, {max_attempts, kDelay, RetryCost::kTransient},
                        target_.limits(), clock_.Now(), progress);
  }

  double BudgetLevel() const { return target_.budget.Level(clock_.Now()); }

  support::FakeClock clock_;
  support::Target target_{clock_.Now()};
};

TEST_F(AttemptAdmissionTest, AdmittedAttemptIsChargedImmediately) {
  CallProgress progress = Call(2);
  const double before = BudgetLevel();
  EXPECT_EQ(Admit(progress), std::nullopt);
  EXPECT_EQ(BudgetLevel(), before - 1);
  EXPECT_EQ(progress.spending.total, 1'000);
}

TEST_F(AttemptAdmissionTest, AdmittedAttemptIsReservedInTheGrant) {
  CallProgress progress = Call(1);
  EXPECT_EQ(Admit(progress), std::nullopt);
  EXPECT_EQ(progress.grant.attempts_admitted(), 2);
  EXPECT_EQ(Admit(progress), StopReason::kGrantExhausted);
}

TEST_F(AttemptAdmissionTest, CallWithoutItsRequestGetsNoMoreAttempts) {
  CallProgress progress = Call(2);
  progress.commitment = Commitment::kBufferFull;
  EXPECT_EQ(Admit(progress), StopReason::kReplayBufferFull);
  EXPECT_EQ(progress.grant.attempts_admitted(), 1);
}

TEST_F(AttemptAdmissionTest, SuppressedAttemptIsNotReserved) {
  target_.EmptyBudget(clock_.Now());
  CallProgress progress = Call(1);
  EXPECT_EQ(Admit(progress), StopReason::kProcessBudgetExhausted);
  EXPECT_EQ(progress.grant.attempts_admitted(), 1);
}

TEST_F(AttemptAdmissionTest, UnsentAttemptsCountAgainstThePolicy) {
  CallProgress progress = Call(9);
  progress.unsent_attempts = 2;
  EXPECT_EQ(Admit(progress), StopReason::kAttemptsExhausted);
  progress.unsent_attempts = 1;
  EXPECT_EQ(Admit(progress), std::nullopt);
}

TEST_F(AttemptAdmissionTest, ZeroGrantAndExhaustedGrantHaveDifferentReasons) {
  CallProgress none = Call(0);
  EXPECT_EQ(Admit(none), StopReason::kNoGrant);
  CallProgress spent = Call(1);
  spent.grant.StartAttempt();
  EXPECT_EQ(Admit(spent), StopReason::kGrantExhausted);
}

TEST_F(AttemptAdmissionTest, DisabledRetriesAreNamedBeforeAMissingGrant) {
  CallProgress none = Call(0);
  EXPECT_EQ(Admit(none, MethodPolicy(), 1), StopReason::kRetriesDisabled);
}

TEST_F(AttemptAdmissionTest,
       DisabledRetriesAndExhaustedAttemptsHaveDifferentReasons) {
  CallProgress progress = Call(9);
  EXPECT_EQ(Admit(progress, MethodPolicy(), 1), StopReason::kRetriesDisabled);
  progress.grant.StartAttempt();
  EXPECT_EQ(Admit(progress, MethodPolicy(), 2), StopReason::kAttemptsExhausted);
  EXPECT_EQ(Admit(progress, MethodPolicy(), 3), std::nullopt);
}

TEST_F(AttemptAdmissionTest, WaitAndMinAttemptTimeMustFitTheDeadline) {
  MethodPolicy policy;
  policy.deadline.min_attempt_time = absl::Milliseconds(5);
  // 20 ms of wait and 5 ms of attempt end exactly on a deadline in 25 ms.
  CallProgress tight = Call(2, absl::Milliseconds(25));
  EXPECT_EQ(Admit(tight, policy), StopReason::kNotEnoughTime);
  CallProgress fits = Call(2, absl::Milliseconds(25) + absl::Nanoseconds(1));
  EXPECT_EQ(Admit(fits, policy), std::nullopt);
}

TEST_F(AttemptAdmissionTest, NoRetryStartsAfterMaxRetryTime) {
  MethodPolicy policy;
  policy.retry.max_retry_time = absl::Seconds(60);
  CallProgress progress = Call(2);
  clock_.Advance(absl::Seconds(60) - kDelay - absl::Nanoseconds(1));
  EXPECT_EQ(Admit(progress, policy), std::nullopt);
  clock_.Advance(absl::Nanoseconds(1));
  EXPECT_EQ(Admit(progress, policy), StopReason::kNotEnoughTime);
}

TEST_F(AttemptAdmissionTest, OpenRetryBreakerSuppressesTheAttempt) {
  target_.OpenRetryBreaker(clock_.Now());
  CallProgress progress = Call(2);
  EXPECT_EQ(Admit(progress), StopReason::kRetryBreakerOpen);
  target_.CloseRetryBreaker(clock_.Now());
  EXPECT_EQ(Admit(progress), std::nullopt);
}

TEST_F(AttemptAdmissionTest, FirstAttemptThatIsSentIsFree) {
  target_.OpenRetryBreaker(clock_.Now());
  target_.EmptyBudget(clock_.Now());
  CallProgress progress = Call(1);
  progress.grant.UndoAttempt(0);
  EXPECT_EQ(Admit(progress), std::nullopt);
  EXPECT_EQ(progress.grant.attempts_admitted(), 1);
  EXPECT_EQ(progress.spending.total, 0);
}

TEST_F(AttemptAdmissionTest, ConnectionWaitIsTheLastTimeRule) {
  CallProgress progress = Call(2, absl::Milliseconds(10));
  progress.grant.UndoAttempt(0);
  AttemptRequest request{3, kDelay, RetryCost::kTransient};
  request.connect_by = clock_.Now() + kDelay - absl::Nanoseconds(1);
  const auto admit = [&] {
    return AdmitAttempt(MethodPolicy(), request, target_.limits(), clock_.Now(),
                        progress);
  };
  EXPECT_EQ(admit(), StopReason::kNotEnoughTime);
  progress.deadline = Deadline::None();
  EXPECT_EQ(admit(), StopReason::kNoConnection);
  request.connect_by = clock_.Now() + kDelay;
  EXPECT_EQ(admit(), std::nullopt);
}

TEST_F(AttemptAdmissionTest, ExhaustedProcessBudgetSuppressesTheAttempt) {
  target_.EmptyBudget(clock_.Now());
  CallProgress progress = Call(2);
  EXPECT_EQ(Admit(progress), StopReason::kProcessBudgetExhausted);
  EXPECT_EQ(progress.spending.total, 0);
}

TEST_F(AttemptAdmissionTest, SuppressedAttemptTakesNoTokens) {
  target_.OpenRetryBreaker(clock_.Now());
  const double before = BudgetLevel();
  CallProgress no_grant = Call(0);
  CallProgress no_time = Call(2, absl::Milliseconds(1));
  CallProgress blocked = Call(2);
  EXPECT_EQ(Admit(no_grant), StopReason::kNoGrant);
  EXPECT_EQ(Admit(no_grant, MethodPolicy(), 1), StopReason::kRetriesDisabled);
  EXPECT_EQ(Admit(no_time), StopReason::kNotEnoughTime);
  EXPECT_EQ(Admit(blocked), StopReason::kRetryBreakerOpen);
  EXPECT_EQ(BudgetLevel(), before);
}

TEST_F(AttemptAdmissionTest, StopOfAllRetriesIsCheckedBeforeTheGrant) {
  const double before = BudgetLevel();
  CallProgress no_grant = Call(0);
  no_grant.retries_stopped = true;
  EXPECT_EQ(Admit(no_grant), StopReason::kAllRetriesStopped);
  EXPECT_EQ(Admit(no_grant, MethodPolicy(), 1), StopReason::kRetriesDisabled);
  CallProgress progress = Call(2);
  progress.retries_stopped = true;
  EXPECT_EQ(Admit(progress), StopReason::kAllRetriesStopped);
  EXPECT_EQ(BudgetLevel(), before);
}

// Each call breaks one rule fewer than the call before. The reason is always
// the first broken rule.
TEST_F(AttemptAdmissionTest, FirstFailedRuleIsTheReason) {
  target_.OpenRetryBreaker(clock_.Now());
  target_.EmptyBudget(clock_.Now());
  CallProgress no_grant = Call(0, absl::Milliseconds(1));
  EXPECT_EQ(Admit(no_grant, MethodPolicy(), 1), StopReason::kRetriesDisabled);
  EXPECT_EQ(Admit(no_grant), StopReason::kNoGrant);
  CallProgress no_time = Call(2, absl::Milliseconds(1));
  EXPECT_EQ(Admit(no_time, MethodPolicy(), 1), StopReason::kRetriesDisabled);
  EXPECT_EQ(Admit(no_time), StopReason::kNotEnoughTime);
  CallProgress call = Call(2);
  EXPECT_EQ(Admit(call), StopReason::kRetryBreakerOpen);
  support::Target closed(clock_.Now());
  closed.EmptyBudget(clock_.Now());
  const AttemptRequest request{3, kDelay, RetryCost::kTransient};
  EXPECT_EQ(AdmitAttempt(MethodPolicy(), request, closed.limits(), clock_.Now(),
                         call),
            StopReason::kProcessBudgetExhausted);
}

TEST_F(AttemptAdmissionTest, DryRunTakesNoTokens) {
  const MethodPolicy policy = MethodPolicyBuilder().Observing();
  const double before = BudgetLevel();
  CallProgress progress = Call(2);
  EXPECT_EQ(Admit(progress, policy), StopReason::kObserveOnly);
  EXPECT_EQ(BudgetLevel(), before);
  EXPECT_EQ(progress.spending.total, 0);

  target_.OpenRetryBreaker(clock_.Now());
  EXPECT_EQ(Admit(progress, policy), StopReason::kRetryBreakerOpen);
}

TEST_F(AttemptAdmissionTest, DryRunNamesTheRuleThatWouldSuppress) {
  const MethodPolicy policy = MethodPolicyBuilder().Observing();
  CallProgress no_grant = Call(0);
  EXPECT_EQ(Admit(no_grant, policy), StopReason::kNoGrant);
  target_.EmptyBudget(clock_.Now());
  CallProgress broke = Call(2);
  EXPECT_EQ(Admit(broke, policy), StopReason::kProcessBudgetExhausted);
}

}  // namespace
}  // namespace baton::core
