// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/retry_breakers.h"

namespace baton::core {

bool MethodBreaker::AddInRow(int max) {
  int in_row = failures_in_row.load(std::memory_order_relaxed);
  while (in_row < max) {
    if (failures_in_row.compare_exchange_weak(in_row, in_row + 1,
                                              std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

void MethodBreaker::RemoveInRow() {
  int in_row = failures_in_row.load(std::memory_order_relaxed);
  // A success of another thread may have set the number to 0.
  while (in_row > 0 && !failures_in_row.compare_exchange_weak(
                           in_row, in_row - 1, std::memory_order_relaxed)) {
  }
}

void RetryBreakers::OnFailure(const AttemptFailed& attempt) const {
  if (method_ == nullptr) return;
  std::atomic<int>& in_row = method_->failures_in_row;
  if (method_->breaker.IsForgotten(attempt.started)) {
    in_row.store(0, std::memory_order_relaxed);
  }
  // A failing target says nothing about its methods. When it is back, so are
  // all of them.
  if (target_->AllowsRetries(attempt.ended)) {
    method_->breaker.OnFailure(attempt);
  } else {
    method_->breaker.OnOther(attempt.started, attempt.ended);
  }
  if (!method_->AddInRow(kMaxForTarget)) {
    target_->OnOther(attempt.started, attempt.ended);
  } else if (!target_->OnFailure(attempt)) {
    // A failure that does not count for the target uses up none of these.
    method_->RemoveInRow();
  }
}

void RetryBreakers::OnSuccess(MonotonicTime started, MonotonicTime now) const {
  if (method_ == nullptr) return;
  std::atomic<int>& in_row = method_->failures_in_row;
  if (in_row.load(std::memory_order_relaxed) != 0) {
    in_row.store(0, std::memory_order_relaxed);
  }
  method_->breaker.OnSuccess(started, now);
  target_->OnSuccess(started, now);
}

}  // namespace baton::core
