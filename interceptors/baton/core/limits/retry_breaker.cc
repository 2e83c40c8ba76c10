// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/retry_breaker.h"

#include <algorithm>
#include <limits>

namespace baton::core {
RetryBreaker::RetryBreaker(const Limits& limits)
    : limits_(limits), group_ends_ns_(std::numeric_limits<int64_t>::min()) {}

bool RetryBreaker::IsForgotten(MonotonicTime time) const {
  return (time - kForgetAfter).nanos() >=
         latest_ns_.load(std::memory_order_relaxed);
}

bool RetryBreaker::Counts(const AttemptFailed& attempt) {
  int64_t group_ends_ns = group_ends_ns_.load(std::memory_order_relaxed);
  const bool together =
      attempt.connection_lost || attempt.started.nanos() <= group_ends_ns;
  if (!together || (attempt.ended - kGroupLasts).nanos() > group_ends_ns) {
    // Another thread that begins the group at the same time counts for both.
    if (!group_ends_ns_.compare_exchange_strong(
            group_ends_ns, attempt.ended.nanos(), std::memory_order_relaxed)) {
      return false;
    }
    in_group_.store(1, std::memory_order_relaxed);
    return true;
  }
  if (in_group_.load(std::memory_order_relaxed) >= limits_.max_per_group) {
    return false;
  }
  in_group_.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void RetryBreaker::OnOther(MonotonicTime started, MonotonicTime now) {
  if (IsForgotten(started)) failures_.store(0, std::memory_order_relaxed);
  latest_ns_.store(now.nanos(), std::memory_order_relaxed);
}

bool RetryBreaker::OnFailure(const AttemptFailed& attempt) {
  OnOther(attempt.started, attempt.ended);
  if (!Counts(attempt)) return false;
  int failures = failures_.load(std::memory_order_relaxed);
  while (failures < limits_.opens_at &&
         !failures_.compare_exchange_weak(failures, failures + 1,
                                          std::memory_order_relaxed)) {
  }
  return true;
}

void RetryBreaker::OnSuccess(MonotonicTime started, MonotonicTime now) {
  if (failures_.load(std::memory_order_relaxed) == 0) return;
  OnOther(started, now);
  int failures = failures_.load(std::memory_order_relaxed);
  while (failures > 0 && !failures_.compare_exchange_weak(
                             failures, std::max(failures - kSuccess, 0),
                             std::memory_order_relaxed)) {
  }
}

}  // namespace baton::core
