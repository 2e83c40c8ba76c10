// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/fork_count.h"

#include <pthread.h>

#include <atomic>

namespace baton::rpc {
namespace {

std::atomic<uint32_t> count{0};

}  // namespace

uint32_t ForkCount() {
  static const int registered = pthread_atfork(
      nullptr, nullptr, [] { count.fetch_add(1, std::memory_order_relaxed); });
  (void)registered;
  return count.load(std::memory_order_relaxed);
}

}  // namespace baton::rpc
