// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/scenarios/plain_strategies.h"

#include <algorithm>
#include <utility>

#include "baton/core/policy/backoff.h"
#include "baton/core/policy/deadline_policy.h"

namespace baton::scenarios {
namespace {

// Counts attempts. A derived class can veto the next attempt.
class CountingCall : public CallStrategy {
 public:
  CountingCall(int max_attempts, bool limits_attempts,
               core::UniformSource* random)
      : max_attempts_(max_attempts),
        limits_attempts_(limits_attempts),
        random_(random) {}

  std::string StartAttempt(MonotonicTime /*now*/) override {
    ++attempts_;
    return "";
  }

  absl::Duration AttemptTimeout(absl::Duration remaining) override {
    if (!limits_attempts_) return absl::InfiniteDuration();
    return remaining / std::max(max_attempts_ - attempts_ + 1, 1);
  }

  std::optional<absl::Duration> Next(const AttemptOutcome& outcome,
                                     MonotonicTime /*now*/) override {
    const bool retryable = outcome.code == absl::StatusCode::kUnavailable ||
                           outcome.origin == AttemptOrigin::kAttemptTimeout;
    if (!retryable || attempts_ >= max_attempts_) return std::nullopt;
    return core::DrawBackoff(BackoffOptions(), attempts_, *random_);
  }

  std::optional<RetryAdvice> Finish(const AttemptOutcome& /*outcome*/,
                                    MonotonicTime /*now*/) override {
    return std::nullopt;
  }

 private:
  const int max_attempts_;
  const bool limits_attempts_;
  core::UniformSource* const random_;
  int attempts_ = 0;
};

class Counting final : public RetryStrategy {
 public:
  Counting(int max_attempts, core::UniformSource* random)
      : max_attempts_(max_attempts), random_(random) {}

  std::unique_ptr<CallStrategy> NewCall(const std::string& /*retry_budget*/,
                                        Deadline /*deadline*/,
                                        MonotonicTime /*now*/) override {
    return std::make_unique<CountingCall>(max_attempts_, max_attempts_ > 1,
                                          random_);
  }

 private:
  const int max_attempts_;
  core::UniformSource* const random_;
};

// The tokens that the calls of one layer share.
struct Throttle {
  double max_tokens;
  double token_ratio;
  double tokens;
};

class ThrottledCall final : public CountingCall {
 public:
  ThrottledCall(int max_attempts, core::UniformSource* random,
                Throttle& throttle)
      : CountingCall(max_attempts, false, random), throttle_(throttle) {}

  std::optional<absl::Duration> Next(const AttemptOutcome& outcome,
                                     MonotonicTime now) override {
    if (outcome.code == absl::StatusCode::kOk) {
      throttle_.tokens = std::min(throttle_.tokens + throttle_.token_ratio,
                                  throttle_.max_tokens);
      return std::nullopt;
    }
    if (outcome.code == absl::StatusCode::kUnavailable) {
      throttle_.tokens = std::max(throttle_.tokens - 1, 0.0);
      if (throttle_.tokens <= throttle_.max_tokens / 2) return std::nullopt;
    }
    return CountingCall::Next(outcome, now);
  }

 private:
  Throttle& throttle_;
};

class Throttled final : public RetryStrategy {
 public:
  Throttled(int max_attempts, double max_tokens, double token_ratio,
            core::UniformSource& random)
      : max_attempts_(max_attempts),
        random_(random),
        throttle_{max_tokens, token_ratio, max_tokens} {}

  std::unique_ptr<CallStrategy> NewCall(const std::string& /*retry_budget*/,
                                        Deadline /*deadline*/,
                                        MonotonicTime /*now*/) override {
    return std::make_unique<ThrottledCall>(max_attempts_, &random_, throttle_);
  }

 private:
  const int max_attempts_;
  core::UniformSource& random_;
  Throttle throttle_;
};

}  // namespace

std::unique_ptr<RetryStrategy> NoRetries() {
  return std::make_unique<Counting>(1, nullptr);
}

std::unique_ptr<RetryStrategy> PlainLoop(int max_attempts,
                                         core::UniformSource& random) {
  return std::make_unique<Counting>(max_attempts, &random);
}

std::unique_ptr<RetryStrategy> ThrottledRetries(int max_attempts,
                                                double max_tokens,
                                                double token_ratio,
                                                core::UniformSource& random) {
  return std::make_unique<Throttled>(max_attempts, max_tokens, token_ratio,
                                     random);
}

}  // namespace baton::scenarios
