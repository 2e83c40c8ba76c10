// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/per_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

// Counts its instances, to detect unnecessary ones.
template <int kTest>
struct Counted {
  Counted() { ++alive; }
  ~Counted() { --alive; }
  static inline std::atomic<int> alive{0};
};

TEST(PerProcessTest, ConcurrentGetsCreateOneObject) {
  using Thing = Counted<1>;
  constexpr int kThreads = 8;
  std::vector<Thing*> got(kThreads);
  std::vector<std::thread> threads;
  for (Thing*& mine : got) {
    threads.emplace_back([&mine] { mine = &PerProcess<Thing>::Get(); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::set<Thing*>(got.begin(), got.end()).size(), 1u);
  EXPECT_EQ(Thing::alive, 1);
}

TEST(PerProcessTest, EachTypeHasItsOwn) {
  EXPECT_NE(static_cast<void*>(&PerProcess<Counted<2>>::Get()),
            static_cast<void*>(&PerProcess<Counted<3>>::Get()));
}

TEST(PerProcessTest, ForkedChildGetsANewObject) {
  using Thing = Counted<4>;
  Thing* const ours = &PerProcess<Thing>::Get();
  const pid_t child = fork();
  if (child == 0) {
    Thing* const its = &PerProcess<Thing>::Get();
    const bool same = its == &PerProcess<Thing>::Get();
    _exit(its != ours && same && Thing::alive == 2 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(&PerProcess<Thing>::Get(), ours);
}

}  // namespace
}  // namespace baton::rpc
