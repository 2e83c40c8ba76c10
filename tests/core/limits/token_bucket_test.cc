// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/token_bucket.h"

#include <cstdint>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"

namespace baton::core {
namespace {

// Ten tokens. Time refills only up to three, one per second.
TokenBucket::Options Small() {
  TokenBucket::Options options;
  options.capacity = 10'000;
  options.initial = 10'000;
  options.refill_limit = 3'000;
  options.refill_per_second = 1'000;
  return options;
}

TokenBucket::Options Empty() {
  TokenBucket::Options options = Small();
  options.initial = 0;
  return options;
}

class TokenBucketTest : public ::testing::Test {
 protected:
  int64_t Level(const TokenBucket& bucket) const {
    return bucket.Level(clock_.Now());
  }
  bool Take(TokenBucket& bucket, int64_t amount) const {
    return bucket.TryTake(amount, amount, clock_.Now());
  }

  support::FakeClock clock_;
};

TEST_F(TokenBucketTest, StartsWithItsInitialLevelWithinBounds) {
  TokenBucket::Options options = Small();
  options.initial = 4'000;
  EXPECT_EQ(Level(TokenBucket(options, clock_.Now())), 4'000);
  options.initial = 99'000;
  EXPECT_EQ(Level(TokenBucket(options, clock_.Now())), 10'000);
  options.initial = -1;
  EXPECT_EQ(Level(TokenBucket(options, clock_.Now())), 0);
}

TEST_F(TokenBucketTest, CanTakeTheLastMilliToken) {
  TokenBucket bucket(Small(), clock_.Now());
  EXPECT_TRUE(Take(bucket, 9'999));  // leaves 1
  EXPECT_FALSE(Take(bucket, 2));
  EXPECT_TRUE(Take(bucket, 1));
  EXPECT_EQ(Level(bucket), 0);
}

TEST_F(TokenBucketTest, FailedTakeKeepsTheLevel) {
  TokenBucket bucket(Small(), clock_.Now());
  EXPECT_FALSE(Take(bucket, 10'001));
  EXPECT_FALSE(bucket.TryTake(1, 10'001, clock_.Now()));
  EXPECT_EQ(Level(bucket), 10'000);
}

TEST_F(TokenBucketTest, TakesTheAmountIfTheThresholdIsMet) {
  TokenBucket bucket(Small(), clock_.Now());
  EXPECT_TRUE(bucket.TryTake(1'000, 10'000, clock_.Now()));
  EXPECT_EQ(Level(bucket), 9'000);
}

TEST_F(TokenBucketTest, EmptyBucketAllowsATakeOfZero) {
  TokenBucket bucket(Empty(), clock_.Now());
  EXPECT_TRUE(Take(bucket, 0));
  EXPECT_EQ(Level(bucket), 0);
}

TEST_F(TokenBucketTest, TokensAboveTheCapacityAreLost) {
  TokenBucket bucket(Small(), clock_.Now());
  ASSERT_TRUE(Take(bucket, 500));
  bucket.Add(2'000);  // 9.5 + 2 stops at 10
  EXPECT_EQ(Level(bucket), 10'000);
  bucket.Add(1);
  EXPECT_EQ(Level(bucket), 10'000);
}

TEST_F(TokenBucketTest, TimeRefillsUpToItsLimitOnly) {
  const TokenBucket bucket(Empty(), clock_.Now());
  clock_.Advance(absl::Milliseconds(1'500));
  EXPECT_EQ(Level(bucket), 1'500);
  clock_.Advance(absl::Milliseconds(1'500));
  EXPECT_EQ(Level(bucket), 3'000);
  clock_.Advance(absl::Hours(100'000));
  EXPECT_EQ(Level(bucket), 3'000);
}

TEST_F(TokenBucketTest, TimeAddsNothingAboveTheLimit) {
  TokenBucket bucket(Empty(), clock_.Now());
  bucket.Add(3'001);
  clock_.Advance(absl::Seconds(100));
  EXPECT_EQ(Level(bucket), 3'001);
}

TEST_F(TokenBucketTest, TimeAtTheLimitAddsNoTokensLater) {
  TokenBucket bucket(Small(), clock_.Now());
  clock_.Advance(absl::Hours(1));
  // All ten are taken at once. The hour before must not refill them.
  ASSERT_TRUE(Take(bucket, 10'000));
  EXPECT_EQ(Level(bucket), 0);
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(Level(bucket), 1'000);
}

TEST_F(TokenBucketTest, FractionsOfAMilliTokenAreKeptForTheNextRefill) {
  TokenBucket::Options options = Empty();
  options.refill_per_second = 1;  // one milli-token per second
  TokenBucket bucket(options, clock_.Now());
  // Sixty refills at intervals of 0.1 s are each below one milli-token.
  // Together they are 6 s and so six milli-tokens.
  for (int i = 0; i < 60; ++i) {
    clock_.Advance(absl::Milliseconds(100));
    EXPECT_FALSE(Take(bucket, 1'000));
  }
  EXPECT_EQ(Level(bucket), 6);
}

TEST_F(TokenBucketTest, ManySmallRefillsEqualOneLarge) {
  TokenBucket often(Empty(), clock_.Now());
  TokenBucket once(Empty(), clock_.Now());
  for (int i = 0; i < 1'000; ++i) {
    clock_.Advance(absl::Microseconds(2'337));
    EXPECT_FALSE(Take(often, 3'001));
  }
  EXPECT_EQ(Level(often), 2'337);  // 1000 x 2.337 ms at one per millisecond
  EXPECT_EQ(Level(once), 2'337);
}

TEST_F(TokenBucketTest, WithoutARateTimeChangesNothing) {
  TokenBucket::Options options = Empty();
  options.refill_per_second = 0;
  TokenBucket bucket(options, clock_.Now());
  clock_.Advance(absl::Hours(1));
  EXPECT_FALSE(Take(bucket, 1));
  EXPECT_EQ(Level(bucket), 0);
}

TEST_F(TokenBucketTest, WithoutALimitTimeChangesNothing) {
  TokenBucket::Options options = Empty();
  options.refill_limit = 0;
  TokenBucket bucket(options, clock_.Now());
  clock_.Advance(absl::Hours(1));
  EXPECT_FALSE(Take(bucket, 1));
  EXPECT_EQ(Level(bucket), 0);
}

TEST_F(TokenBucketTest, OldTimeOfASlowThreadAddsNothing) {
  TokenBucket bucket(Empty(), clock_.Now());
  const MonotonicTime before = clock_.Now();
  clock_.Advance(absl::Seconds(2));
  ASSERT_TRUE(Take(bucket, 2'000));
  EXPECT_FALSE(bucket.TryTake(1, 1, before));
  EXPECT_EQ(Level(bucket), 0);
}

TEST_F(TokenBucketTest, LargestOptionsDoNotOverflow) {
  constexpr int64_t kMillion = 1'000'000'000;  // in milli-tokens
  TokenBucket bucket({kMillion, 0, kMillion, kMillion}, clock_.Now());
  clock_.Advance(absl::Nanoseconds(999'999'999));
  // A nanosecond less than a second gives a milli-token less.
  EXPECT_EQ(Level(bucket), kMillion - 1);
  clock_.Advance(absl::Hours(24 * 365 * 200));
  EXPECT_EQ(Level(bucket), kMillion);
  EXPECT_TRUE(Take(bucket, kMillion));
}

}  // namespace
}  // namespace baton::core
