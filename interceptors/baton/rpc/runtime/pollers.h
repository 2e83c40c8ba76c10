// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_POLLERS_H_
#define BATON_RPC_RUNTIME_POLLERS_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace baton::rpc {

// Threads that receive the events of attempts, for calls that do not wait on a
// thread of the application. Each thread has its own Queue and runs
// HandleNext() in a loop. HandleNext() waits for one event and handles it.
// After Shutdown(), it returns false when no event is left.
//
// The only code of the application on these threads is in classifiers,
// observers, and interceptors that run once per attempt. A few threads can
// therefore serve any number of calls. Thread-safe.
template <typename Queue>
class Pollers {
 public:
  // Starts one thread per processor, at least 2 and at most 8. If the system
  // permits fewer, starts fewer. Throws std::system_error if it permits none.
  Pollers()
      : Pollers(std::clamp<std::size_t>(std::thread::hardware_concurrency(), 2,
                                        8)) {}
  explicit Pollers(std::size_t threads) {
    for (std::size_t i = 0; i < threads; ++i) Add();
  }
  // Waits until all attempts have ended.
  ~Pollers() {
    for (const auto& queue : queues_) queue->Shutdown();
    for (std::thread& thread : threads_) thread.join();
  }
  Pollers(const Pollers&) = delete;
  Pollers& operator=(const Pollers&) = delete;

  // Returns the queue for a new call: each time the next of all queues.
  Queue& Next() {
    return *queues_[next_.fetch_add(1, std::memory_order_relaxed) %
                    queues_.size()];
  }

 private:
  void Add() {
    auto queue = std::make_unique<Queue>();
    try {
      threads_.emplace_back([queue = queue.get()] {
        while (queue->HandleNext()) {
        }
      });
    } catch (const std::system_error&) {
      if (threads_.empty()) throw;
      queue->Shutdown();
      return;
    }
    queues_.push_back(std::move(queue));
  }

  std::vector<std::unique_ptr<Queue>> queues_;
  std::vector<std::thread> threads_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_POLLERS_H_
