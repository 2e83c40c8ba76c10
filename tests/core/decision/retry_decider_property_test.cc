// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/core/decision/call_grant.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/retry_decider.h"
#include "baton/deadline.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/method_policy.h"
#include "baton/policy/owner.h"
#include "baton/pushback.h"
#include "baton/retry_advice.h"
#include "baton/status_classifier.h"
#include "baton/stop_reason.h"
#include "gtest/gtest.h"
#include "tests/support/all_codes.h"
#include "tests/support/fake_uniform.h"
#include "tests/support/policies.h"
#include "tests/support/target.h"

// Properties of the decision that must hold for every combination of an
// attempt's end, a policy, and the remaining limits of a call.
namespace baton::core {
namespace {

using absl::StatusCode;
using Verdict = RetryAdvice::Verdict;
using Reason = RetryAdvice::Reason;

constexpr absl::Duration kWait = absl::Milliseconds(50);

constexpr AttemptOrigin kOrigins[] = {
    AttemptOrigin::kServer, AttemptOrigin::kUnconfirmed,
    AttemptOrigin::kAttemptTimeout, AttemptOrigin::kCallDeadline,
    AttemptOrigin::kCancelled};
constexpr Reason kReasons[] = {
    Reason::kUnspecified, Reason::kOverload,  Reason::kExhausted,
    Reason::kGrant,       Reason::kThrottled, Reason::kExpired,
    Reason::kAmbiguous,   Reason::kApp,       Reason::kMalformed};
constexpr Idempotency kIdempotencies[] = {
    Idempotency::kUnknown, Idempotency::kNotIdempotent,
    Idempotency::kIdempotent, Idempotency::kNoSideEffects};
constexpr Commitment kCommitments[] = {
    Commitment::kOpen, Commitment::kCommitted, Commitment::kBufferFull};

// The remaining limits of a call, from nothing upwards.
constexpr int kGrants = 3;
constexpr std::array<absl::Duration, 3> kTimeouts = {
    absl::Milliseconds(40),  // a backoff fits, a requested wait does not
    absl::Seconds(10), absl::InfiniteDuration()};
constexpr int kBudgets = 2;
constexpr std::size_t kStates = kGrants * kTimeouts.size() * kBudgets;

std::size_t StateNumber(int grant, int timeout, int budget) {
  return static_cast<std::size_t>(
      (grant * static_cast<int>(kTimeouts.size()) + timeout) * kBudgets +
      budget);
}

std::vector<std::optional<RetryAdvice>> AllAdvice() {
  std::vector<std::optional<RetryAdvice>> all = {std::nullopt};
  for (const Verdict verdict : {Verdict::kOk, Verdict::kAfter, Verdict::kNo}) {
    for (const Reason reason : kReasons) {
      RetryAdvice advice;
      advice.verdict = verdict;
      advice.reason = reason;
      if (verdict == Verdict::kAfter) advice.delay = kWait;
      all.push_back(advice);
    }
  }
  return all;
}

// Returns every outcome of an attempt with `code`.
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

// A test for each code. Each test makes two million decisions. It therefore
// prepares all inputs and reports only failures to GoogleTest.
class RetryDeciderPropertyTest : public ::testing::TestWithParam<StatusCode> {
 protected:
  static constexpr int kMostAttempts = 3;

  RetryDeciderPropertyTest() {
    // One budget stays full and the other empty: each retry is refunded
    // immediately.
    empty_.EmptyBudget(now_);
    for (int attempts = 1; attempts <= kMostAttempts; ++attempts) {
      for (int grant = 0; grant < kGrants; ++grant) {
        for (const absl::Duration timeout : kTimeouts) {
          CallProgress call(now_, Deadline::After(now_, timeout),
                            CallGrant(grant, Owner(), true));
          for (int i = 0; i < attempts; ++i) call.grant.StartAttempt();
          for (int budget = 0; budget < kBudgets; ++budget) {
            calls_.push_back(call);
          }
        }
      }
    }
  }

  // Returns whether the safety rules alone allow a retry.
  static bool IsSafe(Idempotency idempotency, const AttemptOutcome& outcome,
                     Commitment commitment) {
    const bool told_no =
        outcome.pushback.kind == Pushback::Kind::kNever ||
        (outcome.advice.has_value() && outcome.advice->verdict == Verdict::kNo);
    return outcome.code != StatusCode::kOk && commitment == Commitment::kOpen &&
           !told_no &&
           (IsIdempotent(idempotency) || CertainlyNotProcessed(outcome));
  }

  // Returns what is wrong with a single decision, or nullptr.
  static const char* Fault(const Decision& decision) {
    if (!decision.retry) {
      return ToString(decision.reason).empty() ? "stops without a word"
                                               : nullptr;
    }
    if (decision.delay < absl::ZeroDuration()) return "waits backwards";
    if (decision.wait_cause == WaitCause::kNone) return "waits for no cause";
    if (decision.outcome_unknown) return "despairs while it retries";
    return nullptr;
  }

  // Returns whether more of any limit never turns a retry into a stop.
  static bool IsMonotone(const std::array<bool, kStates>& retried) {
    const auto at = [&retried](int grant, int timeout, int budget) {
      return retried[StateNumber(grant, timeout, budget)];
    };
    for (int grant = 0; grant < kGrants; ++grant) {
      for (int timeout = 0; timeout <= kLastTimeout; ++timeout) {
        for (int budget = 0; budget < kBudgets; ++budget) {
          if (!at(grant, timeout, budget)) continue;
          if (grant + 1 < kGrants && !at(grant + 1, timeout, budget)) {
            return false;
          }
          if (timeout < kLastTimeout && !at(grant, timeout + 1, budget)) {
            return false;
          }
          if (budget + 1 < kBudgets && !at(grant, timeout, budget + 1)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  // Decides with all combinations of limits. Returns a failure if a retry is
  // not allowed or a property is broken.
  ::testing::AssertionResult Ask(const MethodPolicy& policy,
                                 const AttemptOutcome& outcome,
                                 Commitment commitment) {
    const StatusClassifier classifier(policy.retry.classifier);
    const RetryDecider deciders[kBudgets] = {
        {policy, classifier, empty_.limits()},
        {policy, classifier, full_.limits()}};
    const bool allowed = policy.mode == Mode::kEnforce &&
                         IsSafe(policy.idempotency, outcome, commitment);
    std::size_t next = 0;
    for (int attempts = 1; attempts <= kMostAttempts; ++attempts) {
      std::array<bool, kStates> retried{};
      for (std::size_t state = 0; state < kStates; ++state) {
        const std::size_t budget = state % kBudgets;
        CallProgress call = calls_[next++];
        call.commitment = commitment;
        const Decision decision =
            deciders[budget].Decide(outcome, now_, random_, call);
        if (const char* fault = Fault(decision); fault != nullptr) {
          return ::testing::AssertionFailure() << fault;
        }
        if (!decision.retry) continue;
        if (!allowed || budget == 0 || attempts > call.grant.granted() ||
            attempts >= policy.retry.max_attempts) {
          return ::testing::AssertionFailure()
                 << "retries attempt " << attempts << " in state " << state;
        }
        full_.budget.ReturnUnsent(decision.cost, call.spending);
        retried[state] = true;
        ++retries_;
      }
      if (!IsMonotone(retried)) {
        return ::testing::AssertionFailure() << "more of it made it stop";
      }
    }
    return ::testing::AssertionSuccess();
  }

  static constexpr int kLastTimeout = static_cast<int>(kTimeouts.size()) - 1;

  const MonotonicTime now_ = MonotonicTime::FromOrigin(absl::Hours(5));
  support::FakeUniform random_{0.5};
  support::Target full_{now_};
  support::Target empty_{now_};
  std::vector<CallProgress> calls_;
  int64_t retries_ = 0;
};

TEST_P(RetryDeciderPropertyTest, DecisionsAreSafeAndMonotone) {
  for (const AttemptOutcome& outcome : AllOutcomes(GetParam())) {
    for (const Idempotency idempotency : kIdempotencies) {
      MethodPolicy policy = support::MethodPolicyBuilder().With(idempotency);
      for (const Mode mode : {Mode::kEnforce, Mode::kObserve}) {
        policy.mode = mode;
        for (const Commitment commitment : kCommitments) {
          ASSERT_TRUE(Ask(policy, outcome, commitment))
              << ToString(outcome.origin) << ", " << ToString(idempotency);
        }
      }
    }
  }
  // Checks that the properties do not hold only because no retry is allowed.
  EXPECT_EQ(retries_ > 0, GetParam() != StatusCode::kOk);
}

INSTANTIATE_TEST_SUITE_P(EveryCode, RetryDeciderPropertyTest,
                         ::testing::ValuesIn(support::kAllCodes),
                         [](const auto& code) {
                           return absl::StatusCodeToString(code.param);
                         });

}  // namespace
}  // namespace baton::core
