// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/attempt_pollers.h"

#include <pthread.h>

#include <algorithm>

namespace baton::rpc {
namespace {

std::size_t DefaultThreads() {
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 2, 8);
}

}  // namespace

AttemptPollers::AttemptPollers(std::size_t threads) {
  for (std::size_t i = 0; i < threads; ++i) {
    queues_.push_back(std::make_unique<AttemptQueue>());
    threads_.emplace_back([queue = queues_.back().get()] {
      while (queue->HandleNext()) {
      }
    });
  }
}

AttemptPollers::~AttemptPollers() {
  for (const auto& queue : queues_) queue->Shutdown();
  for (std::thread& thread : threads_) thread.join();
}

AttemptQueue& AttemptPollers::Next() {
  return *queues_[next_.fetch_add(1, std::memory_order_relaxed) %
                  queues_.size()];
}

AttemptPollers& AttemptPollers::Process() {
  static std::atomic<AttemptPollers*> current{nullptr};
  AttemptPollers* pollers = current.load(std::memory_order_acquire);
  if (pollers != nullptr) return *pollers;

  // A child process has none of its parent's threads.
  static const int registered = pthread_atfork(nullptr, nullptr, [] {
    current.store(nullptr, std::memory_order_relaxed);
  });
  (void)registered;

  auto* const fresh = new AttemptPollers(DefaultThreads());
  if (current.compare_exchange_strong(pollers, fresh,
                                      std::memory_order_acq_rel)) {
    return *fresh;
  }
  delete fresh;
  return *pollers;
}

}  // namespace baton::rpc
