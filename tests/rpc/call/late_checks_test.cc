// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/running/late_checks.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "baton/client_options.h"
#include "baton/policy/retry_stop.h"
#include "baton/stop_reason.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/planned_call.h"

namespace baton::rpc {
namespace {

constexpr absl::Duration kTimeout = absl::Seconds(3);
// With three attempts and nothing measured.
constexpr absl::Duration kEvenShare = absl::Seconds(1);
constexpr uint64_t kLane = 77;

ClientOptions Options() {
  ClientOptions options;
  MethodPolicy& policy = options.policy.everything();
  policy.idempotency = Idempotency::kIdempotent;
  return options;
}

// One call whose target drops cancelled work.
class Rig {
 public:
  explicit Rig(const std::string& target, ClientOptions options = Options())
      : call(target, std::move(options), kTimeout), checks(call.plan) {
    AttemptOutcome outcome;
    outcome.advice.emplace();
    outcome.advice->drops_cancelled_work = true;
    call.channel->target().capabilities().OnAttemptEnd(outcome, call.Now());
    attempt = call.Start();
  }

  void Watch(bool is_connected = true) {
    checks.Watch(call.ledger->AttemptsLeft(), attempt->facts, is_connected);
  }
  bool Admit(bool is_connected = true,
             std::optional<uint64_t> queue = std::nullopt) {
    return checks.Admit(*call.ledger, call.Now(), is_connected, queue);
  }
  // Records the answer to an attempt of another call that started now.
  void Overtake(uint64_t lane = kLane) {
    AttemptFacts other;
    other.started_at = call.Now();
    checks.OnAnswer(other, /*success=*/true, call.Now(), lane);
  }

  PlannedCall call;
  LateChecks checks;
  std::shared_ptr<Attempt> attempt;
};

TEST(LateChecksTest, OvertakenAttemptGetsASecondOne) {
  Rig rig("late-overtaken");
  rig.Watch();
  EXPECT_EQ(rig.checks.NextAt(), rig.call.Now() + kEvenShare);
  rig.call.runtime.Advance(0.8 * kEvenShare);
  rig.Overtake();
  rig.call.runtime.Advance(0.2 * kEvenShare);
  EXPECT_TRUE(rig.Admit());
  EXPECT_EQ(rig.checks.NextAt(), MonotonicTime::InfiniteFuture());
  EXPECT_EQ(rig.checks.stop_reason(), std::nullopt);
}

TEST(LateChecksTest, StoppedRetriesPreventTheSecondAttempt) {
  Rig rig("late-stopped");
  rig.Watch();
  rig.call.runtime.Advance(0.8 * kEvenShare);
  rig.Overtake();
  rig.call.runtime.Advance(0.2 * kEvenShare);
  const RetryStop stop;
  EXPECT_FALSE(rig.Admit());
  EXPECT_EQ(rig.checks.stop_reason(), StopReason::kAllRetriesStopped);
}

TEST(LateChecksTest, NotOvertakenAttemptIsCheckedAgainLater) {
  Rig rig("late-stall");
  rig.Watch();
  const MonotonicTime start = rig.call.Now();
  rig.call.runtime.Advance(kEvenShare);
  EXPECT_FALSE(rig.Admit());
  EXPECT_EQ(rig.checks.stop_reason(), StopReason::kNotOvertaken);
  EXPECT_EQ(rig.checks.NextAt(), start + 1.5 * kEvenShare);
}

TEST(LateChecksTest, AttemptThatStartedALittleLaterDoesNotOvertake) {
  Rig rig("late-lead");
  rig.Watch();
  rig.call.runtime.Advance(0.4 * kEvenShare);
  rig.Overtake();
  rig.call.runtime.Advance(0.6 * kEvenShare);
  EXPECT_FALSE(rig.Admit());
  EXPECT_EQ(rig.checks.stop_reason(), StopReason::kNotOvertaken);
}

TEST(LateChecksTest, AnswerThroughAnotherQueueDoesNotOvertake) {
  Rig rig("late-queue");
  rig.Watch();
  rig.call.runtime.Advance(0.8 * kEvenShare);
  rig.Overtake(kLane + 1);
  rig.call.runtime.Advance(0.2 * kEvenShare);
  EXPECT_FALSE(rig.Admit(/*is_connected=*/true, /*queue=*/kLane));
  rig.Overtake(kLane);
  rig.call.runtime.Advance(0.5 * kEvenShare);
  EXPECT_TRUE(rig.Admit(/*is_connected=*/true, /*queue=*/kLane));
}

TEST(LateChecksTest, TimeWithoutAConnectionDoesNotCount) {
  Rig rig("late-unconnected");
  rig.Watch(/*is_connected=*/false);
  rig.call.runtime.Advance(0.8 * kEvenShare);
  rig.Overtake();
  rig.call.runtime.Advance(0.2 * kEvenShare);
  EXPECT_FALSE(rig.Admit(/*is_connected=*/true));
  EXPECT_EQ(rig.checks.stop_reason(), std::nullopt);
  EXPECT_EQ(rig.checks.NextAt(), rig.call.Now() + kEvenShare);
}

TEST(LateChecksTest, TimerOfAStalledProcessIsNoEvidence) {
  Rig rig("late-stalled");
  rig.Watch();
  rig.call.runtime.Advance(kEvenShare);
  rig.Overtake();
  rig.call.runtime.Advance(absl::Milliseconds(30));
  EXPECT_FALSE(rig.Admit());
  EXPECT_EQ(rig.checks.NextAt(), rig.call.Now() + kLateTimerGrace);
  rig.call.runtime.Advance(kLateTimerGrace);
  EXPECT_TRUE(rig.Admit());
}

TEST(LateChecksTest, CallsWithoutIdempotencyOrGrantAreNotChecked) {
  ClientOptions options = Options();
  options.policy.everything().idempotency = Idempotency::kUnknown;
  EXPECT_FALSE(Rig("late-unknown", options).checks.on());
  options = Options();
  options.policy.everything().retry.edge_grant = 0;
  EXPECT_FALSE(Rig("late-no-grant", options).checks.on());
  options = Options();
  options.policy.everything().late.start_second_attempt = false;
  EXPECT_FALSE(Rig("late-disabled", options).checks.on());
}

TEST(LateChecksTest, MeasuredMethodIsCheckedEarlier) {
  Rig rig("late-measured");
  for (int i = 0; i < 100; ++i) {
    AttemptFacts other;
    other.started_at = rig.call.Now();
    rig.call.runtime.Advance(absl::Milliseconds(40));
    rig.checks.OnAnswer(other, /*success=*/true, rig.call.Now(), kLane);
  }
  rig.attempt->facts.started_at = rig.call.Now();
  Rig next("late-measured");
  next.Watch();
  const absl::Duration age = next.checks.NextAt() - next.call.Now();
  EXPECT_GE(age, absl::Milliseconds(60));
  EXPECT_LT(age, absl::Milliseconds(66));
}

}  // namespace
}  // namespace baton::rpc
