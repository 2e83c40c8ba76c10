// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/request_grant.h"

#include <algorithm>

#include "baton/retry_budget_header.h"

namespace baton::core {

RequestGrant::RequestGrant(const InboundGrant& inbound)
    : granted_(std::clamp(inbound.grant.value_or(kMaxGrant), 0, kMaxGrant)),
      creates_grants_(!inbound.grant.has_value()),
      reports_(!inbound.hidden_retries) {}

RequestGrant::RequestGrant(int granted)
    : granted_(std::clamp(granted, 0, kMaxGrant)),
      creates_grants_(false),
      reports_(true) {}

int RequestGrant::UsedOf(uint32_t state) const {
  if (state >= kOneCall) return granted_;
  return static_cast<int>(state & kUsedMask);
}

std::optional<int> RequestGrant::OnCallStarted() {
  const uint32_t before = state_.fetch_add(kOneCall, std::memory_order_acq_rel);
  if (creates_grants_) return std::nullopt;
  return (before & kResponded) != 0 ? 0 : granted_;
}

void RequestGrant::OnCallEnded(int used) {
  const auto bounded = static_cast<uint32_t>(std::clamp(used, 0, kMaxGrant));
  uint32_t state = state_.load(std::memory_order_relaxed);
  uint32_t next;
  do {
    const uint32_t largest = std::max(state & kUsedMask, bounded);
    next = (state & ~kUsedMask) | largest;
    if (next >= kOneCall) next -= kOneCall;
  } while (!state_.compare_exchange_weak(state, next, std::memory_order_acq_rel,
                                         std::memory_order_relaxed));
}

std::optional<int> RequestGrant::OnResponse() {
  const uint32_t state = state_.fetch_or(kResponded, std::memory_order_acq_rel);
  if (!reports_) return std::nullopt;
  return UsedOf(state);
}

}  // namespace baton::core
