// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/workers.h"

#include <atomic>
#include <functional>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "gtest/gtest.h"
#include "tests/support/signal.h"

namespace baton::rpc {
namespace {

TEST(WorkersTest, PostedWorkRunsOnOtherThreads) {
  Signal done;
  std::thread::id worker;
  Workers workers;
  workers.Post([&] {
    worker = std::this_thread::get_id();
    done.Give();
  });
  ASSERT_TRUE(done.Await());
  EXPECT_NE(worker, std::this_thread::get_id());
}

TEST(WorkersTest, BlockedWorkDoesNotDelayOtherWork) {
  Signal release;
  Signal done;
  Workers workers(3);
  for (int i = 0; i < 2; ++i) {
    workers.Post([&] { release.Await(); });
  }
  workers.Post([&] { done.Give(); });
  EXPECT_TRUE(done.Await());
  release.Give();
}

TEST(WorkersTest, WorkBeyondMaxThreadsWaitsAndRuns) {
  Signal release;
  std::atomic<int> done{0};
  {
    Workers workers(2);
    for (int i = 0; i < 2; ++i) {
      workers.Post([&] { release.Await(); });
    }
    for (int i = 0; i < 10; ++i) workers.Post([&] { ++done; });
    EXPECT_EQ(done, 0);
    release.Give();
  }
  EXPECT_EQ(done, 10);
}

TEST(WorkersTest, WorkCanPostFurtherWork) {
  std::atomic<int> done{0};
  {
    Workers workers(1);
    workers.Post([&] { workers.Post([&] { ++done; }); });
  }
  EXPECT_EQ(done, 1);
}

bool threads_are_available = false;

std::thread StartIfAvailable(std::function<void()> run) {
  if (threads_are_available) return std::thread(std::move(run));
  throw std::system_error(
      std::make_error_code(std::errc::resource_unavailable_try_again));
}

TEST(WorkersTest, WorkRunsAlthoughNoThreadCanBeStarted) {
  threads_are_available = false;
  int done = 0;
  Workers workers(2, &StartIfAvailable);
  workers.Post([&] { ++done; });
  EXPECT_EQ(done, 1);
}

TEST(WorkersTest, WorkWaitsForAThreadIfNoFurtherOneCanBeStarted) {
  threads_are_available = true;
  Signal begun;
  Signal release;
  std::atomic<int> done{0};
  {
    Workers workers(2, &StartIfAvailable);
    workers.Post([&] {
      begun.Give();
      release.Await();
    });
    EXPECT_TRUE(begun.Await());
    threads_are_available = false;
    workers.Post([&] { ++done; });
    EXPECT_EQ(done, 0);
    release.Give();
  }
  EXPECT_EQ(done, 1);
}

// The captures of finished work are destroyed at once.
TEST(WorkersTest, FinishedWorkIsDestroyed) {
  Signal dropped;
  Workers workers;
  workers.Post([held = std::shared_ptr<void>(
                    nullptr, [&](void*) { dropped.Give(); })] {});
  EXPECT_TRUE(dropped.Await());
}

}  // namespace
}  // namespace baton::rpc
