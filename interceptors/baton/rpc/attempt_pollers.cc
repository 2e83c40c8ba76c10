// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/attempt_pollers.h"

#include <unistd.h>

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
  struct Instance {
    pid_t pid = getpid();
    AttemptPollers pollers{DefaultThreads()};
  };
  static std::atomic<Instance*> current{nullptr};
  Instance* instance = current.load(std::memory_order_acquire);
  while (instance == nullptr || instance->pid != getpid()) {
    auto* const fresh = new Instance();
    if (current.compare_exchange_strong(instance, fresh,
                                        std::memory_order_acq_rel)) {
      return fresh->pollers;
    }
    delete fresh;
  }
  return instance->pollers;
}

}  // namespace baton::rpc
