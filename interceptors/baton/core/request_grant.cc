// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/request_grant.h"

#include <algorithm>

#include "baton/core/retry_budget_header.h"

namespace baton::core {

RequestGrant::RequestGrant(int granted)
    : granted_(std::clamp(granted, 0, kMaxGrant)) {}

int RequestGrant::UsedOf(uint32_t state) const {
  if (state >= kOneCall) return granted_;
  return static_cast<int>(state & kUsedMask);
}

int RequestGrant::OnCallStarted() {
  const uint32_t before =
      state_.fetch_add(kOneCall, std::memory_order_acq_rel);
  return (before & kAnswered) != 0 ? 0 : granted_;
}

void RequestGrant::OnCallEnded(int used) {
  const auto bounded =
      static_cast<uint32_t>(std::clamp(used, 0, kMaxGrant));
  uint32_t state = state_.load(std::memory_order_relaxed);
  uint32_t next;
  do {
    const uint32_t largest = std::max(state & kUsedMask, bounded);
    next = (state & ~kUsedMask) | largest;
    if (next >= kOneCall) next -= kOneCall;
  } while (!state_.compare_exchange_weak(state, next,
                                         std::memory_order_acq_rel,
                                         std::memory_order_relaxed));
}

int RequestGrant::OnAnswered() {
  return UsedOf(state_.fetch_or(kAnswered, std::memory_order_acq_rel));
}

}  // namespace baton::core
