// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/retry_breaker.h"

#include <atomic>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"

namespace baton::core {
namespace {

constexpr absl::Duration kStep = absl::Milliseconds(1);

class RetryBreakerTest : public ::testing::Test {
 protected:
  // Ends attempts that failed, each after the one before.
  void Fail(int times) {
    for (int i = 0; i < times; ++i) {
      const MonotonicTime started = clock_.Now() + kStep;
      clock_.Advance(2 * kStep);
      breaker_.OnFailure({started, clock_.Now()});
    }
  }
  bool Allows() const { return breaker_.AllowsRetries(clock_.Now()); }

  support::FakeClock clock_;
  RetryBreaker breaker_{RetryBreaker::kOfMethod};
};

TEST_F(RetryBreakerTest, BreakerOpensAtItsCount) {
  Fail(4);
  EXPECT_TRUE(Allows());
  Fail(1);
  EXPECT_FALSE(Allows());
}

TEST_F(RetryBreakerTest, OneSuccessClosesTheBreakerAfterAnyNumberOfFailures) {
  Fail(1000);
  EXPECT_FALSE(Allows());
  breaker_.OnSuccess(clock_.Now(), clock_.Now());
  EXPECT_TRUE(Allows());
}

TEST_F(RetryBreakerTest, OneSuccessOutweighsThreeFailures) {
  for (int i = 0; i < 100; ++i) {
    Fail(3);
    breaker_.OnSuccess(clock_.Now(), clock_.Now());
  }
  Fail(4);
  EXPECT_TRUE(Allows());
}

TEST_F(RetryBreakerTest, CallsThatFailTogetherCannotOpenTheBreaker) {
  const MonotonicTime started = clock_.Now();
  for (int i = 0; i < 100; ++i) {
    clock_.Advance(kStep);
    breaker_.OnFailure({started, clock_.Now()});
  }
  EXPECT_TRUE(Allows());
  Fail(1);
  EXPECT_FALSE(Allows());
}

TEST_F(RetryBreakerTest, CallsThatFailLaterAreNoLongerOneGroup) {
  const MonotonicTime started = clock_.Now();
  for (int i = 0; i < 10; ++i) breaker_.OnFailure({started, clock_.Now()});
  clock_.Advance(absl::Milliseconds(100));
  breaker_.OnFailure({started, clock_.Now()});
  EXPECT_TRUE(Allows());
  clock_.Advance(absl::Nanoseconds(1));
  breaker_.OnFailure({started, clock_.Now()});
  EXPECT_FALSE(Allows());
}

TEST_F(RetryBreakerTest, AttemptThatStartedBeforeTheFirstFailureBelongsToIt) {
  breaker_.OnFailure({clock_.Now(), clock_.Now() + 10 * kStep});
  for (int i = 0; i < 100; ++i) {
    breaker_.OnFailure({clock_.Now() + 10 * kStep, clock_.Now() + 20 * kStep});
  }
  EXPECT_TRUE(Allows());
  breaker_.OnFailure({clock_.Now() + 11 * kStep, clock_.Now() + 20 * kStep});
  EXPECT_FALSE(Allows());
}

// While a connection breaks, new calls still start on it.
TEST_F(RetryBreakerTest, CallsThatLoseTheConnectionBelongToTheFirstFailures) {
  breaker_.OnFailure({clock_.Now(), clock_.Now()});
  for (int i = 1; i <= 100; ++i) {
    clock_.Advance(kStep);
    breaker_.OnFailure({clock_.Now(), clock_.Now(), true});
  }
  EXPECT_TRUE(Allows());
  clock_.Advance(kStep);
  breaker_.OnFailure({clock_.Now(), clock_.Now(), true});
  EXPECT_FALSE(Allows());
}

TEST_F(RetryBreakerTest, FailuresAreForgottenAfterAMinuteWithoutAttempts) {
  Fail(100);
  clock_.Advance(absl::Minutes(1) - absl::Nanoseconds(1));
  EXPECT_FALSE(Allows());
  clock_.Advance(absl::Nanoseconds(1));
  EXPECT_TRUE(Allows());
  Fail(4);
  EXPECT_TRUE(Allows());
  Fail(1);
  EXPECT_FALSE(Allows());
}

TEST_F(RetryBreakerTest, SuccessAfterAMinuteForgetsAllEarlierFailures) {
  Fail(5);
  clock_.Advance(absl::Seconds(61));
  breaker_.OnSuccess(clock_.Now(), clock_.Now());
  Fail(4);
  EXPECT_TRUE(Allows());
  Fail(1);
  EXPECT_FALSE(Allows());
}

// Attempts that follow each other without a pause, and that take long.
TEST_F(RetryBreakerTest, FailuresAfterMoreThanAMinuteOpenTheBreaker) {
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(Allows());
    const MonotonicTime started = clock_.Now() + kStep;
    clock_.Advance(absl::Seconds(90));
    breaker_.OnFailure({started, clock_.Now()});
  }
  EXPECT_FALSE(Allows());
}

TEST_F(RetryBreakerTest, AnyAttemptKeepsTheFailures) {
  Fail(8);
  for (int i = 0; i < 3; ++i) {
    clock_.Advance(absl::Seconds(50));
    breaker_.OnOther(clock_.Now(), clock_.Now());
  }
  EXPECT_FALSE(Allows());
}

TEST_F(RetryBreakerTest, ConcurrentUseKeepsTheCountInItsRange) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      for (int i = 0; i < 10'000; ++i) {
        const MonotonicTime now = clock_.Now() + i * kStep;
        if ((i + t) % 3 == 0) {
          breaker_.OnSuccess(now, now);
        } else {
          breaker_.OnFailure({now, now});
        }
        breaker_.AllowsRetries(now);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  clock_.Advance(10'000 * kStep);
  // From the highest count, two successes leave nothing.
  Fail(5);
  EXPECT_FALSE(Allows());
  for (int i = 0; i < 2; ++i) breaker_.OnSuccess(clock_.Now(), clock_.Now());
  Fail(4);
  EXPECT_TRUE(Allows());
  Fail(1);
  EXPECT_FALSE(Allows());
}

}  // namespace
}  // namespace baton::core
