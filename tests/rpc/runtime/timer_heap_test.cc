// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/timer_heap.h"

#include <map>
#include <random>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

MonotonicTime At(int ms) {
  return MonotonicTime::FromOrigin(absl::Milliseconds(ms));
}

TEST(TimerHeapTest, TimersRunByTimeThenByOrder) {
  TimerHeap heap;
  std::vector<int> ran;
  for (int ms : {5, 3, 9, 3, 1, 3}) {
    const int number = static_cast<int>(heap.slots());
    heap.Add(At(ms), [&ran, number] { ran.push_back(number); });
  }
  while (!heap.empty()) heap.RemoveFirst()();
  EXPECT_EQ(ran, (std::vector<int>{4, 1, 3, 5, 0, 2}));
}

TEST(TimerHeapTest, SecondRemoveReturnsNothing) {
  TimerHeap heap;
  const uint64_t id = heap.Add(At(1), [] {});
  EXPECT_NE(id, 0u);
  EXPECT_NE(heap.Remove(id), nullptr);
  EXPECT_EQ(heap.Remove(id), nullptr);
  EXPECT_TRUE(heap.empty());
}

TEST(TimerHeapTest, RemoveOfAnUnknownIdReturnsNothing) {
  TimerHeap heap;
  EXPECT_EQ(heap.Remove(0), nullptr);
  EXPECT_EQ(heap.Remove(UINT64_MAX), nullptr);
  EXPECT_FALSE(heap.IsFirst(0));
}

TEST(TimerHeapTest, OldIdDoesNotNameANewTimer) {
  TimerHeap heap;
  const uint64_t old = heap.Add(At(1), [] {});
  heap.RemoveFirst();
  const uint64_t fresh = heap.Add(At(1), [] {});
  EXPECT_NE(old, fresh);
  EXPECT_EQ(heap.slots(), 1u);
  EXPECT_EQ(heap.Remove(old), nullptr);
  EXPECT_FALSE(heap.IsFirst(old));
  EXPECT_TRUE(heap.IsFirst(fresh));
}

TEST(TimerHeapTest, CancelledTimersFreeTheirSlots) {
  TimerHeap heap;
  for (int i = 0; i < 100'000; ++i) heap.Remove(heap.Add(At(i), [] {}));
  EXPECT_EQ(heap.slots(), 1u);
}

TEST(TimerHeapTest, HeapAgreesWithASortedMap) {
  std::mt19937 dice(1);
  TimerHeap heap;
  std::map<std::pair<int, int>, uint64_t> model;  // time and order to id
  std::vector<std::pair<int, int>> ran;
  for (int step = 0; step < 20'000; ++step) {
    const unsigned roll = dice() % 10;
    if (roll < 5) {
      const std::pair<int, int> key(static_cast<int>(dice() % 100), step);
      model[key] = heap.Add(At(key.first), [&ran, key] { ran.push_back(key); });
    } else if (roll < 8 && !model.empty()) {
      auto victim = model.begin();
      std::advance(victim, dice() % model.size());
      ASSERT_NE(heap.Remove(victim->second), nullptr);
      model.erase(victim);
    } else if (!model.empty()) {
      ASSERT_EQ(heap.FirstTime(), At(model.begin()->first.first));
      ASSERT_TRUE(heap.IsFirst(model.begin()->second));
      heap.RemoveFirst()();
      ASSERT_EQ(ran.back(), model.begin()->first);
      model.erase(model.begin());
    }
    ASSERT_EQ(heap.empty(), model.empty());
  }
}

#ifndef NDEBUG

TEST(TimerHeapDeathTest, FirstTimeOfAnEmptyHeapFailsAnAssertion) {
  TimerHeap heap;
  EXPECT_DEATH(heap.FirstTime(), "empty");
}

#endif  // NDEBUG

}  // namespace
}  // namespace baton::rpc
