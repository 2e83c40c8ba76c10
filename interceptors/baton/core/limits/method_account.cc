// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/method_account.h"

namespace baton::core {

bool MethodAccount::TryTake(int64_t amount, int64_t needed, int64_t capacity) {
  int64_t missing = missing_.load(std::memory_order_relaxed);
  while (capacity - missing >= needed) {
    if (missing_.compare_exchange_weak(missing, missing + amount,
                                       std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

int64_t MethodAccount::Add(int64_t amount, int64_t capacity) {
  int64_t missing = missing_.load(std::memory_order_relaxed);
  while (missing > 0) {
    // The capacity may have become smaller since the last change.
    const int64_t real = std::min(missing, capacity);
    const int64_t added = std::min(amount, real);
    if (missing_.compare_exchange_weak(missing, real - added,
                                       std::memory_order_relaxed)) {
      return amount - added;
    }
  }
  return amount;
}

}  // namespace baton::core
