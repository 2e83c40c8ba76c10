// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/strand.h"

#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

TEST(StrandTest, EventFromWithinAnEventRunsAfterIt) {
  Strand strand;
  std::vector<int> ran;
  strand.Run([&] {
    strand.Run([&] {
      strand.AssertOn();
      ran.push_back(2);
    });
    ran.push_back(1);
  });
  EXPECT_EQ(ran, (std::vector<int>{1, 2}));
}

TEST(StrandTest, AssertOnHoldsOnEachThreadThatRunsAnEvent) {
  Strand strand;
  strand.Run([&] { strand.AssertOn(); });
  std::thread([&] { strand.Run([&] { strand.AssertOn(); }); }).join();
  strand.Run([&] { strand.AssertOn(); });
}

#ifndef NDEBUG

TEST(StrandDeathTest, AssertOnFailsWhileNoEventRuns) {
  Strand strand;
  strand.Run([] {});
  EXPECT_DEATH(strand.AssertOn(), "state_");
}

TEST(StrandDeathTest, AssertOnFailsOnAnotherThread) {
  Strand strand;
  EXPECT_DEATH(
      strand.Run([&] { std::thread([&] { strand.AssertOn(); }).join(); }),
      "thread_");
}

#endif  // NDEBUG

}  // namespace
}  // namespace baton::rpc
