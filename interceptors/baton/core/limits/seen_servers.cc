// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/limits/seen_servers.h"

#include <functional>
#include <string_view>

namespace baton::core {
namespace {

// Returns a hash that is not 0.
uint64_t HashOf(absl::string_view address) {
  const std::string_view text(address.data(), address.size());
  return uint64_t{std::hash<std::string_view>()(text)} | 1;
}

}  // namespace

bool SeenServers::WantsAddress(bool failed, MonotonicTime now) {
  const int64_t now_ns = now.nanos();
  const bool is_new = answers_.load(std::memory_order_relaxed) < kFirstAnswers;
  if (is_new) answers_.fetch_add(1, std::memory_order_relaxed);
  if (!failed && !is_new &&
      now_ns < next_at_ns_.load(std::memory_order_relaxed)) {
    return false;
  }
  next_at_ns_.store(now_ns + kIntervalNs, std::memory_order_relaxed);
  return true;
}

void SeenServers::OnAnswer(absl::string_view address, MonotonicTime started_at,
                           MonotonicTime now) {
  if (address.empty()) return;
  const int64_t start_ns = started_at.nanos();
  int64_t latest = latest_start_ns_.load(std::memory_order_relaxed);
  if (start_ns < latest || !latest_start_ns_.compare_exchange_strong(
                               latest, start_ns, std::memory_order_relaxed)) {
    return;
  }
  const uint64_t hash = HashOf(address);
  if (latest_.load(std::memory_order_relaxed) == hash) return;
  const uint64_t before = latest_.exchange(hash, std::memory_order_relaxed);
  {
    const MutexLock lock(mutex_);
    address_.assign(address.data(), address.size());
  }
  if (before == 0 || before == hash) return;
  const uint32_t change = changes_.fetch_add(1, std::memory_order_relaxed);
  changes_ns_[change % kChanges].store(now.nanos(), std::memory_order_relaxed);
}

std::string SeenServers::OnlyServer(MonotonicTime now) const {
  if (AreSeveral(now)) return {};
  const MutexLock lock(mutex_);
  return address_;
}

bool SeenServers::AreSeveral(MonotonicTime now) const {
  const int64_t memory_ns = absl::ToInt64Nanoseconds(kMemory);
  const int64_t now_ns = now.nanos();
  for (const std::atomic<int64_t>& change : changes_ns_) {
    const int64_t at_ns = change.load(std::memory_order_relaxed);
    if (at_ns == kNever || now_ns - at_ns >= memory_ns) return false;
  }
  return true;
}

}  // namespace baton::core
