// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/health_gate.h"

#include <atomic>

#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"
#include "tests/support/threads.h"

namespace baton::core {
namespace {

HealthGateOptions TenOfAHundred() {
  HealthGateOptions options;
  options.min_success_ratio = 0.1;
  options.window = absl::Seconds(30);
  options.min_attempts = 100;
  options.probe_interval = absl::Seconds(1);
  return options;
}

class HealthGateTest : public ::testing::Test {
 protected:
  void Retries(int count, bool success) {
    for (int i = 0; i < count; ++i) gate_.OnRetryEnded(success, clock_.Now());
  }
  bool Allow() { return gate_.Allow(clock_.Now()); }
  bool IsOpen() const { return gate_.IsOpen(clock_.Now()); }

  support::FakeClock clock_;
  HealthGate gate_{TenOfAHundred()};
};

TEST_F(HealthGateTest, GateStartsOpen) {
  EXPECT_TRUE(IsOpen());
  EXPECT_TRUE(Allow());
  EXPECT_TRUE(Allow());
}

TEST_F(HealthGateTest, GateStaysOpenWithTooFewRetries) {
  Retries(99, false);
  EXPECT_TRUE(IsOpen());
  Retries(1, false);
  EXPECT_FALSE(IsOpen());
}

TEST_F(HealthGateTest, GateClosesBelowTheRatioOnly) {
  Retries(10, true);
  Retries(90, false);  // 10 of 100
  EXPECT_TRUE(IsOpen());
  Retries(1, false);  // 10 of 101
  EXPECT_FALSE(IsOpen());
}

TEST_F(HealthGateTest, SuccessfulProbesOpenTheGateEarly) {
  Retries(1000, false);
  clock_.Advance(absl::Seconds(6));  // two slices
  ASSERT_FALSE(IsOpen());
  Retries(2, true);
  EXPECT_FALSE(IsOpen());  // two results are too few
  Retries(1, false);
  EXPECT_TRUE(IsOpen());
  Retries(2, false);  // 2 of 5
  EXPECT_FALSE(IsOpen());
}

TEST_F(HealthGateTest, RatioOfZeroNeverCloses) {
  HealthGateOptions options = TenOfAHundred();
  options.min_success_ratio = 0;
  HealthGate gate(options);
  for (int i = 0; i < 1000; ++i) gate.OnRetryEnded(false, clock_.Now());
  EXPECT_TRUE(gate.IsOpen(clock_.Now()));
}

TEST_F(HealthGateTest, ClosedGateAllowsOneProbePerInterval) {
  Retries(100, false);
  for (int second = 0; second < 5; ++second) {
    EXPECT_TRUE(Allow()) << second;
    EXPECT_FALSE(Allow()) << second;
    clock_.Advance(absl::Seconds(1) - absl::Nanoseconds(1));
    EXPECT_FALSE(Allow()) << second;
    clock_.Advance(absl::Nanoseconds(1));
  }
}

TEST_F(HealthGateTest, WouldAllowDoesNotTakeTheProbe) {
  Retries(100, false);
  EXPECT_TRUE(gate_.WouldAllow(clock_.Now()));
  EXPECT_TRUE(gate_.WouldAllow(clock_.Now()));
  EXPECT_TRUE(Allow());
  EXPECT_FALSE(gate_.WouldAllow(clock_.Now()));
}

TEST_F(HealthGateTest, ReturnedProbeCanBeTakenAgain) {
  Retries(100, false);
  const MonotonicTime taken_at = clock_.Now();
  EXPECT_TRUE(Allow());
  clock_.Advance(absl::Milliseconds(1));
  EXPECT_FALSE(Allow());
  gate_.ReturnProbe(taken_at);
  EXPECT_TRUE(Allow());
  // The next probe has been taken, so that the first one cannot be returned.
  gate_.ReturnProbe(taken_at);
  EXPECT_FALSE(Allow());
}

TEST_F(HealthGateTest, GateOpensWhenRetriesSucceed) {
  Retries(100, false);
  ASSERT_FALSE(IsOpen());
  Retries(12, true);  // 12 of 112 are more than a tenth
  EXPECT_TRUE(IsOpen());
}

TEST_F(HealthGateTest, GateOpensWhenItsWindowExpires) {
  Retries(100, false);
  clock_.Advance(absl::Seconds(30));
  EXPECT_TRUE(IsOpen());
}

TEST_F(HealthGateTest, OneOfManyThreadsGetsTheProbe) {
  Retries(100, false);
  for (int second = 0; second < 20; ++second) {
    std::atomic<int> probes{0};
    support::RunOnThreads(6, [&](int) {
      for (int i = 0; i < 20; ++i) {
        if (Allow()) ++probes;
      }
    });
    ASSERT_EQ(probes, 1) << second;
    clock_.Advance(absl::Seconds(1));
  }
}

}  // namespace
}  // namespace baton::core
