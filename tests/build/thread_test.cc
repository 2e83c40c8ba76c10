// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <mutex>
#include <thread>

#include "gtest/gtest.h"

namespace {

// Under TSan this also shows that TSan sees a std::mutex. It does not see the
// packaged Abseil mutex, and so tests/lint forbids it.
TEST(ThreadTest, MutexGuardsCounter) {
  std::mutex mutex;
  int counter = 0;
  auto count = [&] {
    for (int i = 0; i < 1000; ++i) {
      std::lock_guard<std::mutex> lock(mutex);
      ++counter;
    }
  };
  std::thread one(count);
  std::thread two(count);
  one.join();
  two.join();
  EXPECT_EQ(counter, 2000);
}

}  // namespace
