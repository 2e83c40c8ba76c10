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

// Threads that learn of what happens to attempts, for calls that do not wait
// on their own thread. Each polls a Queue of its own, for which HandleNext()
// waits for one thing to happen and says false once Shutdown() was called and
// nothing is left.
//
// No user code runs on these threads, except for interceptors of the user's
// that run once per attempt, classifiers and observers; so a few of them serve
// any number of calls.
template <typename Queue>
class Pollers {
 public:
  // As many as the machine's load may need.
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
  // Ends once all attempts have ended.
  ~Pollers() {
    for (const auto& queue : queues_) queue->Shutdown();
    for (std::thread& thread : threads_) thread.join();
  }
  Pollers(const Pollers&) = delete;
  Pollers& operator=(const Pollers&) = delete;

  // The queue that a new call is to use, in turn.
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
