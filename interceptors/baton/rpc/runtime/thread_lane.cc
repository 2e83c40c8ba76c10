// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/thread_lane.h"

#include <atomic>

namespace baton::rpc {

uint64_t ThreadLane() {
  static std::atomic<uint64_t> next{1};
  thread_local const uint64_t lane =
      next.fetch_add(1, std::memory_order_relaxed);
  return lane;
}

}  // namespace baton::rpc
