// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/replay_limit.h"

namespace baton::core {

bool ReplayLimit::TryReserve(int64_t bytes, int64_t max_bytes) {
  int64_t in_use = in_use_.load(std::memory_order_relaxed);
  do {
    // This form prevents an overflow.
    if (bytes > max_bytes - in_use) return false;
  } while (!in_use_.compare_exchange_weak(in_use, in_use + bytes,
                                          std::memory_order_relaxed));
  return true;
}

void ReplayLimit::Release(int64_t bytes) {
  in_use_.fetch_sub(bytes, std::memory_order_relaxed);
}

bool ReplayAccount::TryAdd(int64_t bytes) {
  if (bytes > max_per_call_ - bytes_) return false;
  if (!limit_.TryReserve(bytes, max_per_process_)) return false;
  bytes_ += bytes;
  return true;
}

void ReplayAccount::Clear() {
  if (bytes_ == 0) return;
  limit_.Release(bytes_);
  bytes_ = 0;
}

}  // namespace baton::core
