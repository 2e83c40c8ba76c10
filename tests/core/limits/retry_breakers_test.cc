// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/retry_breakers.h"

#include <array>
#include <cstddef>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"

namespace baton::core {
namespace {

constexpr absl::Duration kStep = absl::Milliseconds(1);

// A target with three methods.
class RetryBreakersTest : public ::testing::Test {
 protected:
  RetryBreakers Of(std::size_t method) { return {methods_[method], target_}; }

  void Fail(std::size_t method, int times) {
    for (int i = 0; i < times; ++i) {
      const MonotonicTime started = clock_.Now() + kStep;
      clock_.Advance(2 * kStep);
      Of(method).OnFailure({started, clock_.Now()});
    }
  }
  bool Allows(std::size_t method) {
    return Of(method).AllowRetries(clock_.Now());
  }

  support::FakeClock clock_;
  std::array<MethodBreaker, 3> methods_;
  RetryBreaker target_{RetryBreaker::kOfTarget};
};

TEST_F(RetryBreakersTest, MethodThatAlwaysFailsStopsOnlyItsOwnRetries) {
  Fail(0, 1000);
  EXPECT_FALSE(Allows(0));
  EXPECT_TRUE(Allows(1));
}

TEST_F(RetryBreakersTest, MethodsThatFailTogetherStopAllRetriesOfTheTarget) {
  Fail(0, 3);
  Fail(1, 3);
  EXPECT_TRUE(Allows(2));
  Fail(2, 2);
  EXPECT_FALSE(Allows(0));
  EXPECT_FALSE(Allows(1));
  EXPECT_FALSE(Allows(2));
}

// Nine failures of one group. The target counts seven of them. The other two
// must not keep their method from adding failures later.
TEST_F(RetryBreakersTest, FailureThatTheTargetDoesNotCountUsesUpNothing) {
  const MonotonicTime started = clock_.Now();
  clock_.Advance(kStep);
  for (const std::size_t method : {0U, 1U, 2U}) {
    for (int i = 0; i < 3; ++i) Of(method).OnFailure({started, clock_.Now()});
  }
  EXPECT_TRUE(Allows(0));
  Fail(2, 1);
  EXPECT_FALSE(Allows(0));
}

TEST_F(RetryBreakersTest, OneSuccessAfterAnOutageAllowsRetriesOfAllMethods) {
  for (int i = 0; i < 50; ++i) Fail(static_cast<std::size_t>(i % 3), 1);
  EXPECT_FALSE(Allows(0));
  Of(2).OnSuccess(clock_.Now(), clock_.Now());
  for (const std::size_t method : {0U, 1U, 2U}) {
    EXPECT_TRUE(Allows(method)) << method;
  }
}

TEST_F(RetryBreakersTest, OutageOfAnyLengthIsNotForgottenWhileCallsAreMade) {
  for (int i = 0; i < 20; ++i) {
    Fail(static_cast<std::size_t>(i % 3), 3);
    clock_.Advance(absl::Seconds(20));
  }
  EXPECT_FALSE(Allows(0));
  EXPECT_FALSE(Allows(1));
}

TEST_F(RetryBreakersTest, SuccessesOfOneMethodKeepTheBreakerOfTheTargetClosed) {
  for (int i = 0; i < 100; ++i) {
    Fail(0, 10);
    Fail(1, 3);
    Of(1).OnSuccess(clock_.Now(), clock_.Now());
    EXPECT_TRUE(Allows(2));
  }
}

TEST_F(RetryBreakersTest, RetriesAreAllowedWithoutBreakers) {
  const RetryBreakers none;
  none.OnFailure({clock_.Now(), clock_.Now()});
  none.OnSuccess(clock_.Now(), clock_.Now());
  EXPECT_TRUE(none.AllowRetries(clock_.Now()));
}

TEST_F(RetryBreakersTest, RetriesWithoutAMethodNeedTheBreakerOfTheTarget) {
  const RetryBreakers of_target(target_);
  EXPECT_TRUE(of_target.AllowRetries(clock_.Now()));
  for (int i = 0; i < 7; ++i) Fail(static_cast<std::size_t>(i % 3), 1);
  EXPECT_TRUE(of_target.AllowRetries(clock_.Now()));
  Fail(1, 1);
  EXPECT_FALSE(of_target.AllowRetries(clock_.Now()));
}

// One method adds at most three failures to the count of its target, whatever
// its threads do. Two other methods can then add four without opening it.
TEST_F(RetryBreakersTest, ConcurrentFailuresOfOneMethodAddAtMostThree) {
  for (int round = 0; round < 200; ++round) {
    std::array<MethodBreaker, 3> methods;
    RetryBreaker target{RetryBreaker::kOfTarget};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 10; ++i) {
          const MonotonicTime now = clock_.Now() + (4 * i + t) * kStep;
          RetryBreakers(methods[0], target).OnFailure({now, now});
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    clock_.Advance(absl::Seconds(1));
    for (const std::size_t method : {1U, 1U, 1U, 2U}) {
      clock_.Advance(kStep);
      RetryBreakers(methods[method], target)
          .OnFailure({clock_.Now(), clock_.Now()});
    }
    ASSERT_TRUE(target.AllowsRetries(clock_.Now())) << round;
  }
}

}  // namespace
}  // namespace baton::core
