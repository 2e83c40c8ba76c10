// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_THREADS_H_
#define BATON_TESTS_SUPPORT_THREADS_H_

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace baton::support {

// Runs `work` on `count` threads that start together, and waits for all. Each
// gets its own number, from 0.
inline void RunOnThreads(int count, const std::function<void(int)>& work) {
  std::atomic<int> waiting{count};
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&waiting, &work, i] {
      // The threads spin instead of waiting in a queue, so that they really run
      // together.
      waiting.fetch_sub(1);
      while (waiting.load() > 0) std::this_thread::yield();
      work(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace baton::support

#endif  // BATON_TESTS_SUPPORT_THREADS_H_
