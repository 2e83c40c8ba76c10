// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <atomic>
#include <cstdint>

#include "baton/core/limits/replay_limit.h"
#include "gtest/gtest.h"
#include "tests/support/threads.h"

namespace baton::core {
namespace {

constexpr int kThreads = 8;
constexpr int kRounds = 20'000;

TEST(ReplayLimitConcurrencyTest, ConcurrentReservationsStayWithinTheLimit) {
  ReplayLimit limit;
  constexpr int64_t kLimit = 1'000;
  std::atomic<int64_t> out_of_bounds{0};
  support::RunOnThreads(kThreads, [&](int thread) {
    for (int i = 0; i < kRounds; ++i) {
      ReplayAccount account(limit, 400, kLimit);
      account.TryAdd((i * 7 + thread) % 401);
      const int64_t in_use = limit.bytes_in_use();
      if (in_use < 0 || in_use > kLimit) ++out_of_bounds;
    }
  });
  EXPECT_EQ(out_of_bounds, 0);
  EXPECT_EQ(limit.bytes_in_use(), 0);
}

TEST(ReplayLimitConcurrencyTest, LastRoomGoesToExactlyAsManyThreads) {
  for (int round = 0; round < 200; ++round) {
    ReplayLimit limit;
    std::atomic<int> winners{0};
    support::RunOnThreads(kThreads, [&](int) {
      if (limit.TryReserve(100, 350)) ++winners;
    });
    ASSERT_EQ(winners, 3);
  }
}

}  // namespace
}  // namespace baton::core
