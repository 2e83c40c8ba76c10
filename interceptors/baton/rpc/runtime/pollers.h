// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_POLLERS_H_
#define BATON_RPC_RUNTIME_POLLERS_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

namespace baton::rpc {

// Threads that receive the events of attempts for calls that do not wait on
// their own thread. Each thread polls its own Queue. HandleNext() waits for one
// event and handles it. It returns false after Shutdown() when no event is
// left.
//
// User code on these threads is limited to classifiers, observers and
// interceptors that run once per attempt. A few threads can therefore serve any
// number of calls. Thread-safe.
template <typename Queue>
class Pollers {
 public:
  // Starts one thread per processor, at least 2 and at most 8.
  Pollers()
      : Pollers(std::clamp<std::size_t>(std::thread::hardware_concurrency(), 2,
                                        8)) {}
  explicit Pollers(std::size_t threads) {
    for (std::size_t i = 0; i < threads; ++i) {
      queues_.push_back(std::make_unique<Queue>());
      threads_.emplace_back([queue = queues_.back().get()] {
        while (queue->HandleNext()) {
        }
      });
    }
  }
  // Waits until all attempts have ended.
  ~Pollers() {
    for (const auto& queue : queues_) queue->Shutdown();
    for (std::thread& thread : threads_) thread.join();
  }
  Pollers(const Pollers&) = delete;
  Pollers& operator=(const Pollers&) = delete;

  // Returns the queue for a new call. Uses the queues in turn.
  Queue& Next() {
    return *queues_[next_.fetch_add(1, std::memory_order_relaxed) %
                    queues_.size()];
  }

 private:
  std::vector<std::unique_ptr<Queue>> queues_;
  std::vector<std::thread> threads_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_POLLERS_H_
