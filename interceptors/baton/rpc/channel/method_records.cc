// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/method_records.h"

#include <cstdint>
#include <cstring>
#include <memory>

#include "baton/core/decision/late_attempt.h"

namespace baton::rpc {

// Mixes three words of the name. Methods of one service differ in their last
// bytes.
std::size_t MethodRecords::BucketOf(absl::string_view method) {
  constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio
  if (method.size() < sizeof(uint64_t)) return method.size() % kBuckets;
  const std::size_t last = method.size() - sizeof(uint64_t);
  uint64_t hash = method.size();
  for (const std::size_t begin : {std::size_t{0}, last / 2, last}) {
    uint64_t word = 0;
    std::memcpy(&word, method.data() + begin, sizeof(word));
    hash = (hash ^ word) * kMultiplier;
    hash ^= hash >> 32;
  }
  return static_cast<std::size_t>(hash % kBuckets);
}

MethodRecords::~MethodRecords() {
  for (const std::atomic<Entry*>& bucket : buckets_) {
    Entry* entry = bucket.load(std::memory_order_relaxed);
    while (entry != nullptr) {
      const std::unique_ptr<Entry> owned(entry);
      entry = owned->next;
    }
  }
}

MethodRecord* MethodRecords::FindIn(Entry* first, const Entry* last,
                                    absl::string_view method) {
  for (Entry* entry = first; entry != last; entry = entry->next) {
    if (entry->record.name == method) return &entry->record;
  }
  return nullptr;
}

int MethodRecords::OpenBreakers(MonotonicTime now) const {
  int open = shared_.breaker.breaker.AllowsRetries(now) ? 0 : 1;
  for (const std::atomic<Entry*>& bucket : buckets_) {
    const Entry* entry = bucket.load(std::memory_order_acquire);
    for (; entry != nullptr; entry = entry->next) {
      if (!entry->record.breaker.breaker.AllowsRetries(now)) ++open;
    }
  }
  return open;
}

std::vector<MeasuredLimit> MethodRecords::MeasuredLimits() const {
  std::vector<MeasuredLimit> limits;
  for (const std::atomic<Entry*>& bucket : buckets_) {
    const Entry* entry = bucket.load(std::memory_order_acquire);
    for (; entry != nullptr; entry = entry->next) {
      const absl::Duration p99 = entry->record.latency.steady_p99();
      if (p99 == absl::ZeroDuration()) continue;
      limits.push_back({entry->record.name, core::LateLimit(p99)});
    }
  }
  return limits;
}

MethodRecord* MethodRecords::Find(absl::string_view method) {
  std::atomic<Entry*>& bucket = buckets_[BucketOf(method)];
  Entry* first = bucket.load(std::memory_order_acquire);
  if (MethodRecord* const known = FindIn(first, nullptr, method)) return known;
  if (size_.fetch_add(1, std::memory_order_relaxed) >= kMaxMethods) {
    size_.fetch_sub(1, std::memory_order_relaxed);
    return nullptr;
  }
  auto created = std::make_unique<Entry>(method, size_);
  created->next = first;
  while (!bucket.compare_exchange_weak(created->next, created.get(),
                                       std::memory_order_acq_rel)) {
    // Other threads have added entries, possibly one for this method.
    if (MethodRecord* const known = FindIn(created->next, first, method)) {
      size_.fetch_sub(1, std::memory_order_relaxed);
      return known;
    }
    first = created->next;
  }
  return &created.release()->record;
}

}  // namespace baton::rpc
