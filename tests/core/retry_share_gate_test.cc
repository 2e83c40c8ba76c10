// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/retry_share_gate.h"

#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"

namespace baton::core {
namespace {

class RetryShareGateTest : public ::testing::Test {
 protected:
  void Requests(int count, bool is_retry) {
    for (int i = 0; i < count; ++i) gate_.OnRequest(is_retry, clock_.Now());
  }
  bool TooMany() const { return gate_.TooManyRetries(clock_.Now()); }

  support::FakeClock clock_;
  RetryShareGate gate_{{0.1, absl::Seconds(25), 10}};
};

TEST_F(RetryShareGateTest, ConcludesNothingFromTooFewRequests) {
  Requests(9, true);
  EXPECT_FALSE(TooMany());
  Requests(1, true);
  EXPECT_TRUE(TooMany());
}

TEST_F(RetryShareGateTest, ClosesAboveTheShareAndNotAtIt) {
  Requests(9, false);
  Requests(1, true);  // 1 of 10
  EXPECT_FALSE(TooMany());
  Requests(1, true);  // 2 of 11
  EXPECT_TRUE(TooMany());
}

TEST_F(RetryShareGateTest, OpensWhenTheStormIsOver) {
  Requests(10, true);
  ASSERT_TRUE(TooMany());
  clock_.Advance(absl::Seconds(25));
  EXPECT_FALSE(TooMany());
}

TEST_F(RetryShareGateTest, ShareOfOneNeverCloses) {
  RetryShareGate gate({1, absl::Seconds(25), 10});
  for (int i = 0; i < 100; ++i) gate.OnRequest(true, clock_.Now());
  EXPECT_FALSE(gate.TooManyRetries(clock_.Now()));
}

}  // namespace
}  // namespace baton::core
