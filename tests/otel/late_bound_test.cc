// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/late_bound.h"

#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace baton::otel {
namespace {

using Pointer = opentelemetry::nostd::shared_ptr<int>;

constexpr int kSomeUses = LateBound<int>::kUsesPerLook;

TEST(LateBoundTest, LooksOnEachUseUntilAnObjectExists) {
  Pointer global;
  const LateBound<int> bound([&] { return global; });
  EXPECT_EQ(bound.Get(), nullptr);
  global = Pointer(new int(1));
  EXPECT_EQ(bound.Get(), global.get());
}

TEST(LateBoundTest, NoticesAReplacementAfterAWhile) {
  Pointer global(new int(1));
  const LateBound<int> bound([&] { return global; });
  EXPECT_EQ(*bound.Get(), 1);
  global = Pointer(new int(2));
  int value = 0;
  for (int i = 0; i < kSomeUses; ++i) value = *bound.Get();
  EXPECT_EQ(value, 2);
}

TEST(LateBoundTest, NoticesARemoval) {
  Pointer global(new int(1));
  const LateBound<int> bound([&] { return global; });
  EXPECT_NE(bound.Get(), nullptr);
  global = Pointer();
  for (int i = 0; i < kSomeUses; ++i) bound.Get();
  EXPECT_EQ(bound.Get(), nullptr);
}

TEST(LateBoundTest, ReplacedObjectStaysValid) {
  Pointer global(new int(1));
  const LateBound<int> bound([&] { return global; });
  const int* const old = bound.Get();
  global = Pointer(new int(2));
  for (int i = 0; i < kSomeUses; ++i) bound.Get();
  EXPECT_EQ(*old, 1);
}

TEST(LateBoundTest, LooksRarelyAtAnUnchangedObject) {
  int looks = 0;
  Pointer global(new int(1));
  const LateBound<int> bound([&] {
    ++looks;
    return global;
  });
  for (int i = 0; i < 10 * kSomeUses; ++i) bound.Get();
  EXPECT_LE(looks, 12);
}

TEST(LateBoundTest, TwoAlternatingObjectsBothNoticeChanges) {
  Pointer global(new int(1));
  const LateBound<int> a([&] { return global; });
  const LateBound<int> b([&] { return global; });
  a.Get();
  b.Get();
  global = Pointer(new int(2));
  for (int i = 0; i < 2 * kSomeUses; ++i) {
    a.Get();
    b.Get();
  }
  EXPECT_EQ(*a.Get(), 2);
  EXPECT_EQ(*b.Get(), 2);
}

TEST(LateBoundTest, ThreadsShareTheFoundObject) {
  const Pointer values[] = {Pointer(new int(0)), Pointer(new int(1))};
  std::atomic<int> looks{0};
  const LateBound<int> bound([&] { return values[(looks++ / 3) % 2]; });
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) EXPECT_LE(*bound.Get(), 1);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(looks, 4);
}

}  // namespace
}  // namespace baton::otel
