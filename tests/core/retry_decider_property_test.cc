// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/core/attempt_outcome.h"
#include "baton/core/call_grant.h"
#include "baton/core/call_progress.h"
#include "baton/core/deadline.h"
#include "baton/core/decision.h"
#include "baton/core/idempotency.h"
#include "baton/core/method_policy.h"
#include "baton/core/owner.h"
#include "baton/core/pushback.h"
#include "baton/core/retry_advice.h"
#include "baton/core/retry_decider.h"
#include "baton/core/status_classifier.h"
#include "baton/core/stop_reason.h"
#include "gtest/gtest.h"
#include "tests/support/all_codes.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_uniform.h"
#include "tests/support/policies.h"
#include "tests/support/target.h"

// Properties of the decision that must hold for every combination of what can
// end an attempt with what a policy can say and what may be left of a call.
namespace baton::core {
namespace {

using absl::StatusCode;
using Verdict = RetryAdvice::Verdict;
using Why = RetryAdvice::Why;

constexpr absl::Duration kWait = absl::Milliseconds(50);

constexpr AttemptOrigin kOrigins[] = {
    AttemptOrigin::kServer, AttemptOrigin::kNoAnswer,
    AttemptOrigin::kAttemptLimit, AttemptOrigin::kCallDeadline,
    AttemptOrigin::kCancelled};
constexpr Why kWhys[] = {Why::kUnsaid,  Why::kOverload,  Why::kExhausted,
                         Why::kGrant,   Why::kThrottled, Why::kExpired,
                         Why::kAmbiguous, Why::kApp,     Why::kMalformed};
constexpr Idempotency kIdempotencies[] = {
    Idempotency::kUnknown, Idempotency::kNotIdempotent,
    Idempotency::kIdempotent, Idempotency::kNoSideEffects};
constexpr Commitment kCommitments[] = {
    Commitment::kOpen, Commitment::kCommitted, Commitment::kBufferFull};

// What may be left of a call, from nothing upwards in each direction.
constexpr int kGrants = 3;
constexpr std::array<absl::Duration, 3> kTimeouts = {
    absl::Milliseconds(40),  // a backoff fits, a demanded wait does not
    absl::Seconds(10), absl::InfiniteDuration()};
constexpr int kBudgets = 2;
constexpr int kStates = kGrants * static_cast<int>(kTimeouts.size()) * kBudgets;

int StateNumber(int grant, int timeout, int budget) {
  return (grant * static_cast<int>(kTimeouts.size()) + timeout) * kBudgets +
         budget;
}

std::vector<std::optional<RetryAdvice>> AllAdvice() {
  std::vector<std::optional<RetryAdvice>> all = {std::nullopt};
  for (const Verdict verdict : {Verdict::kOk, Verdict::kAfter, Verdict::kNo}) {
    for (const Why why : kWhys) {
      RetryAdvice advice;
      advice.verdict = verdict;
      advice.why = why;
      if (verdict == Verdict::kAfter) advice.delay = kWait;
      all.push_back(advice);
    }
  }
  return all;
}

// Every way in which an attempt can end with `code`.
std::vector<AttemptOutcome> AllOutcomes(StatusCode code) {
  std::vector<AttemptOutcome> all;
  AttemptOutcome outcome;
  outcome.code = code;
  for (const AttemptOrigin origin : kOrigins) {
    outcome.origin = origin;
    for (const bool not_processed : {false, true}) {
      outcome.provably_not_processed = not_processed;
      for (const Pushback& pushback :
           {Pushback::None(), Pushback::After(kWait), Pushback::Never()}) {
        outcome.pushback = pushback;
        for (const std::optional<RetryAdvice>& advice : AllAdvice()) {
          outcome.advice = advice;
          for (const auto& wait :
               {std::optional<absl::Duration>(), std::make_optional(kWait)}) {
            outcome.retry_info_delay = wait;
            all.push_back(outcome);
          }
        }
      }
    }
  }
  return all;
}

// One shard for each code.
class RetryDeciderPropertyTest : public ::testing::TestWithParam<StatusCode> {
 protected:
  RetryDeciderPropertyTest() {
    // However many retries are admitted, the one stays full and the other
    // empty: a retry that was decided is handed back at once.
    empty_.EmptyBudget(clock_.Now());
  }

  Decision Decide(const MethodPolicy& policy, const Classifier& classifier,
                  const AttemptOutcome& outcome, Commitment commitment,
                  int attempts, int grant, absl::Duration timeout,
                  support::Target& target) {
    CallProgress progress(clock_.Now(), Deadline::After(clock_.Now(), timeout),
                          CallGrant(grant, Owner(), true));
    progress.commitment = commitment;
    for (int i = 0; i < attempts; ++i) progress.grant.StartAttempt();
    const RetryDecider decider(policy, classifier, target.state());
    const Decision decision =
        decider.Decide(outcome, clock_.Now(), random_, progress);
    if (decision.retry) {
      target.budget.ReturnUnsent(decision.cost, progress.spending);
    }
    return decision;
  }

  // An answer that says what it is.
  static void ExpectAnswer(const Decision& decision) {
    if (decision.retry) {
      ASSERT_GE(decision.delay, absl::ZeroDuration());
      ASSERT_NE(decision.wait_cause, WaitCause::kNone);
      ASSERT_FALSE(decision.outcome_unknown);
    } else {
      ASSERT_FALSE(ToString(decision.reason).empty());
    }
  }

  // May it be sent again at all, by the safety rules alone?
  static bool IsSafe(Idempotency idempotency, const AttemptOutcome& outcome,
                     Commitment commitment) {
    const bool told_no = outcome.pushback.kind == Pushback::Kind::kNever ||
                         (outcome.advice.has_value() &&
                          outcome.advice->verdict == Verdict::kNo);
    return commitment == Commitment::kOpen && !told_no &&
           (MayRunTwice(idempotency) || CertainlyNotProcessed(outcome));
  }

  // What was retried with little is retried with more of any one thing.
  static void ExpectMonotone(const std::array<bool, kStates>& retried) {
    const auto at = [&retried](int grant, int timeout, int budget) {
      return retried[static_cast<std::size_t>(
          StateNumber(grant, timeout, budget))];
    };
    constexpr int kLastTimeout = static_cast<int>(kTimeouts.size()) - 1;
    for (int grant = 0; grant < kGrants; ++grant) {
      for (int timeout = 0; timeout <= kLastTimeout; ++timeout) {
        for (int budget = 0; budget < kBudgets; ++budget) {
          if (!at(grant, timeout, budget)) continue;
          ASSERT_TRUE(grant + 1 == kGrants || at(grant + 1, timeout, budget));
          ASSERT_TRUE(timeout == kLastTimeout ||
                      at(grant, timeout + 1, budget));
          ASSERT_TRUE(budget + 1 == kBudgets ||
                      at(grant, timeout, budget + 1));
        }
      }
    }
  }

  support::FakeClock clock_;
  support::FakeUniform random_{{0.5}};
  support::Target full_{clock_.Now()};
  support::Target empty_{clock_.Now()};
};

TEST_P(RetryDeciderPropertyTest, AnswersAllIsNeverUnsafeAndMonotone) {
  int64_t retries = 0;
  for (const AttemptOutcome& outcome : AllOutcomes(GetParam())) {
    for (const Idempotency idempotency : kIdempotencies) {
      for (const Mode mode : {Mode::kEnforce, Mode::kObserve}) {
        MethodPolicy policy =
            support::MethodPolicyBuilder().With(idempotency);
        policy.mode = mode;
        const StatusClassifier classifier(policy.retry.classifier);
        for (const Commitment commitment : kCommitments) {
          const bool safe = IsSafe(idempotency, outcome, commitment);
          for (const int attempts : {1, 2, 3}) {
            std::array<bool, kStates> retried{};
            for (int grant = 0; grant < kGrants; ++grant) {
              for (int t = 0; t < static_cast<int>(kTimeouts.size()); ++t) {
                for (int b = 0; b < kBudgets; ++b) {
                  const Decision decision = Decide(
                      policy, classifier, outcome, commitment, attempts, grant,
                      kTimeouts[static_cast<std::size_t>(t)],
                      b == 0 ? empty_ : full_);
                  ExpectAnswer(decision);
                  if (!decision.retry) continue;
                  ++retries;
                  retried[static_cast<std::size_t>(StateNumber(grant, t, b))] =
                      true;
                  ASSERT_TRUE(safe);
                  ASSERT_NE(outcome.code, StatusCode::kOk);
                  ASSERT_EQ(mode, Mode::kEnforce);
                  ASSERT_LT(attempts, policy.retry.max_attempts);
                  ASSERT_LE(attempts, grant);
                  ASSERT_EQ(b, 1);
                }
              }
            }
            ExpectMonotone(retried);
          }
        }
      }
    }
  }
  // The properties are not kept by refusing everything.
  EXPECT_EQ(retries > 0, GetParam() != StatusCode::kOk);
}

INSTANTIATE_TEST_SUITE_P(EveryCode, RetryDeciderPropertyTest,
                         ::testing::ValuesIn(support::kAllCodes),
                         [](const auto& code) {
                           return absl::StatusCodeToString(code.param);
                         });

}  // namespace
}  // namespace baton::core
