// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

#include "baton/idempotency/idempotency_key.h"
#include "gtest/gtest.h"

namespace baton {
namespace {

TEST(NewIdempotencyKeyTest, KeysOfAllThreadsDiffer) {
  constexpr int kThreads = 4;
  constexpr int kKeys = 1000;
  std::vector<std::vector<std::string>> keys(kThreads);
  std::vector<std::thread> threads;
  for (std::vector<std::string>& own : keys) {
    threads.emplace_back([&own] {
      for (int i = 0; i < kKeys; ++i) own.push_back(NewIdempotencyKey());
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<std::string> distinct;
  for (const std::vector<std::string>& own : keys) {
    distinct.insert(own.begin(), own.end());
  }
  EXPECT_EQ(distinct.size(), kThreads * kKeys);
}

TEST(NewIdempotencyKeyTest, KeyIsValid) {
  const std::string key = NewIdempotencyKey();
  EXPECT_EQ(key.size(), 26U);
  EXPECT_TRUE(ValidateIdempotencyKey(key).ok());
}

TEST(NewIdempotencyKeyTest, ForkedChildDoesNotRepeatItsParent) {
  // Fills the pool of the thread, so that the fork copies unused keys.
  NewIdempotencyKey();
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t child = fork();
  const std::string key = NewIdempotencyKey();
  if (child == 0) {
    const bool sent = write(pipe_ends[1], key.data(), key.size()) ==
                      static_cast<ssize_t>(key.size());
    _exit(sent ? 0 : 1);
  }
  std::string theirs(key.size(), ' ');
  EXPECT_EQ(read(pipe_ends[0], theirs.data(), theirs.size()),
            static_cast<ssize_t>(theirs.size()));
  waitpid(child, nullptr, 0);
  EXPECT_NE(theirs, key);
}

}  // namespace
}  // namespace baton
