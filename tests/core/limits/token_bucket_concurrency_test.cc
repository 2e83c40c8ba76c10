// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <atomic>
#include <cstdint>

#include "absl/time/time.h"
#include "baton/core/limits/token_bucket.h"
#include "gtest/gtest.h"
#include "tests/support/fake_clock.h"
#include "tests/support/threads.h"

namespace baton::core {
namespace {

constexpr int kThreads = 8;
constexpr int kRounds = 20'000;

TEST(TokenBucketConcurrencyTest, TokensAreConservedBelowTheCapacity) {
  support::FakeClock clock;
  // Never full and never refilled: taken and added tokens must balance.
  constexpr int64_t kInitial = 50'000;
  TokenBucket bucket({int64_t{1} << 40, kInitial, 0, 0}, clock.Now());
  std::atomic<int64_t> taken{0};
  std::atomic<int64_t> given{0};
  std::atomic<int64_t> out_of_bounds{0};
  support::RunOnThreads(kThreads, [&](int thread) {
    for (int i = 0; i < kRounds; ++i) {
      const int64_t amount = 1 + (i * 7 + thread) % 1'000;
      if (bucket.TryTake(amount, amount, clock.Now())) taken += amount;
      if (i % 3 == thread % 3) {
        bucket.Add(amount);
        given += amount;
      }
      const int64_t level = bucket.Level(clock.Now());
      if (level < 0 || level > bucket.capacity()) ++out_of_bounds;
    }
  });
  EXPECT_EQ(bucket.Level(clock.Now()), kInitial - taken + given);
  EXPECT_EQ(out_of_bounds, 0);
}

TEST(TokenBucketConcurrencyTest, LastTokensGoToExactlyAsManyThreads) {
  support::FakeClock clock;
  for (int round = 0; round < 200; ++round) {
    TokenBucket bucket({3'000, 3'000, 0, 0}, clock.Now());
    std::atomic<int> winners{0};
    support::RunOnThreads(kThreads, [&](int) {
      if (bucket.TryTake(1'000, 1'000, clock.Now())) ++winners;
    });
    ASSERT_EQ(winners, 3);
  }
}

TEST(TokenBucketConcurrencyTest, LevelStaysInBoundsAroundTheCapacity) {
  support::FakeClock clock;
  constexpr int64_t kCapacity = 2'000;
  TokenBucket bucket({kCapacity, kCapacity, 0, 0}, clock.Now());
  std::atomic<int64_t> out_of_bounds{0};
  support::RunOnThreads(kThreads, [&](int) {
    for (int i = 0; i < kRounds; ++i) {
      if (i % 2 == 0) {
        bucket.TryTake(700, 700, clock.Now());
      } else {
        bucket.Add(900);
      }
      const int64_t level = bucket.Level(clock.Now());
      if (level < 0 || level > kCapacity) ++out_of_bounds;
    }
  });
  EXPECT_EQ(out_of_bounds, 0);
}

TEST(TokenBucketConcurrencyTest, ConcurrentRefillsCountEachMomentOnce) {
  support::FakeClock clock;
  // One milli-token per microsecond and never full: 8 x 20 000 us add their
  // tokens.
  constexpr int64_t kRate = 1'000'000;
  constexpr int64_t kPlenty = int64_t{1} << 40;
  TokenBucket bucket({kPlenty, 0, kPlenty, kRate}, clock.Now());
  std::atomic<int64_t> taken{0};
  support::RunOnThreads(kThreads, [&](int) {
    for (int i = 0; i < kRounds; ++i) {
      clock.Advance(absl::Microseconds(1));
      if (bucket.TryTake(1, 1, clock.Now())) ++taken;
    }
  });
  EXPECT_EQ(taken + bucket.Level(clock.Now()), kThreads * kRounds);
}

}  // namespace
}  // namespace baton::core
