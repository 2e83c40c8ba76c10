// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/attempt_pollers.h"

#include <algorithm>

#include "baton/rpc/per_process.h"

namespace baton::rpc {
namespace {

std::size_t DefaultThreads() {
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 2, 8);
}

}  // namespace

AttemptPollers::AttemptPollers() : AttemptPollers(DefaultThreads()) {}

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
  return PerProcess<AttemptPollers>::Get();
}

}  // namespace baton::rpc
