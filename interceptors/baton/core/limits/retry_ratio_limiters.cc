// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/retry_ratio_limiters.h"

#include <memory>

namespace baton::core {

RetryRatioLimiters::Method::~Method() {
  Caller* caller = callers_.load(std::memory_order_relaxed);
  while (caller != nullptr) {
    const std::unique_ptr<Caller> owned(caller);
    caller = owned->next;
  }
}

RetryRatioLimiters::Caller* RetryRatioLimiters::Method::FindIn(
    Caller* first, const Caller* last, absl::string_view identity) {
  for (Caller* caller = first; caller != last; caller = caller->next) {
    if (caller->identity == identity) return caller;
  }
  return nullptr;
}

RetryRatioLimiter& RetryRatioLimiters::Method::Find(absl::string_view caller) {
  if (caller.empty()) return limiter_;
  Caller* first = callers_.load(std::memory_order_acquire);
  if (Caller* const known = FindIn(first, nullptr, caller)) {
    return known->limiter;
  }
  if (size_.fetch_add(1, std::memory_order_relaxed) >= kMaxCallers) {
    size_.fetch_sub(1, std::memory_order_relaxed);
    return limiter_;
  }
  auto created = std::make_unique<Caller>(caller);
  created->next = first;
  while (!callers_.compare_exchange_weak(created->next, created.get(),
                                         std::memory_order_acq_rel)) {
    // Other threads have added callers, possibly this one.
    if (Caller* const known = FindIn(created->next, first, caller)) {
      size_.fetch_sub(1, std::memory_order_relaxed);
      return known->limiter;
    }
    first = created->next;
  }
  return created.release()->limiter;
}

void RetryRatioLimiters::AddMethods(const std::vector<std::string>& methods) {
  for (const std::string& method : methods) {
    const auto [entry, is_new] = methods_.try_emplace(method, &other_methods_);
    const bool has_room = static_cast<int>(own_.size()) < kMaxMethods;
    if (is_new && has_room) entry->second = &own_.emplace_back();
  }
}

RetryRatioLimiter* RetryRatioLimiters::Find(absl::string_view method,
                                            absl::string_view caller) {
  const auto found = methods_.find(method);
  return found == methods_.end() ? nullptr : &found->second->Find(caller);
}

}  // namespace baton::core
