// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/retry_breakers.h"

namespace baton::core {

void RetryBreakers::OnFailure(MonotonicTime started, MonotonicTime now) const {
  if (method_ == nullptr) return;
  std::atomic<int>& in_row = method_->failures_in_row;
  if (method_->breaker.IsForgotten(now)) {
    in_row.store(0, std::memory_order_relaxed);
  }
  // A failing target says nothing about its methods. When it is back, so are
  // all of them.
  if (target_->AllowsRetries(now)) {
    method_->breaker.OnFailure(started, now);
  } else {
    method_->breaker.OnOther(now);
  }
  if (in_row.load(std::memory_order_relaxed) < kMaxForTarget) {
    // A failure that does not count for the target uses up none of these.
    if (target_->OnFailure(started, now)) {
      in_row.fetch_add(1, std::memory_order_relaxed);
    }
  } else {
    target_->OnOther(now);
  }
}

void RetryBreakers::OnSuccess(MonotonicTime now) const {
  if (method_ == nullptr) return;
  std::atomic<int>& in_row = method_->failures_in_row;
  if (in_row.load(std::memory_order_relaxed) != 0) {
    in_row.store(0, std::memory_order_relaxed);
  }
  method_->breaker.OnSuccess(now);
  target_->OnSuccess(now);
}

}  // namespace baton::core
