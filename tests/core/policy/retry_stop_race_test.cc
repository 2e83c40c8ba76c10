// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Threads that use the switch at the same time.

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include "baton/policy/retry_stop.h"
#include "gtest/gtest.h"

namespace baton {
namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 2000;

// Runs `work` on several threads, which start together.
void RunTogether(const std::function<void()>& work) {
  std::atomic<int> ready{0};
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      ++ready;
      while (ready < kThreads) std::this_thread::yield();
      work();
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(RetryStopRaceTest, RetriesAreStoppedWhenAnyConcurrentStopReturns) {
  std::atomic<int> missed{0};
  for (int round = 0; round < kRounds / 4; ++round) {
    RunTogether([&] {
      StopAllRetries(true);
      if (!AllRetriesStopped()) ++missed;
    });
    StopAllRetries(false);
  }
  EXPECT_EQ(missed, 0);
}

TEST(RetryStopRaceTest, ConcurrentChangesNeverHideAnotherReason) {
  const RetryStop policy;
  std::atomic<int> missed{0};
  RunTogether([&] {
    for (int round = 0; round < kRounds; ++round) {
      StopAllRetries(round % 2 == 0);
      if (!AllRetriesStopped()) ++missed;
    }
  });
  StopAllRetries(false);
  EXPECT_EQ(missed, 0);
}

TEST(RetryStopRaceTest, NoChangeIsLost) {
  RunTogether([] {
    for (int round = 0; round < kRounds; ++round) {
      const RetryStop stop;
      StopAllRetries(round % 3 == 0);
    }
  });
  StopAllRetries(false);
  EXPECT_FALSE(AllRetriesStopped());
  StopAllRetries(true);
  EXPECT_TRUE(AllRetriesStopped());
  StopAllRetries(false);
}

}  // namespace
}  // namespace baton
