// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy_source.h"

#include <functional>
#include <thread>
#include <utility>

namespace baton::core {
namespace {

using Snapshot = std::shared_ptr<const Policy>;

// The same policy behind a reference count of its own.
Snapshot WithOwnCount(const Snapshot& snapshot) {
  auto holder = std::make_shared<const Snapshot>(snapshot);
  const Policy* policy = holder->get();
  return Snapshot(std::move(holder), policy);
}

// Ids of threads are addresses, or small numbers: their upper bits have to
// reach the few that choose a slot.
std::size_t Mix(std::size_t hash) {
  constexpr std::size_t kGoldenRatio = 0x9e3779b97f4a7c15u;
  return (hash * kGoldenRatio) >> (sizeof(std::size_t) * 8 - 4);
}

}  // namespace

PolicySource::PolicySource(std::shared_ptr<const Policy> initial) {
  Replace(initial ? std::move(initial) : std::make_shared<const Policy>());
}

const PolicySource::Slot& PolicySource::SlotOfThisThread() const {
  static_assert(kSlots == 16, "Mix() yields four bits");
  return slots_[Mix(std::hash<std::thread::id>{}(std::this_thread::get_id()))];
}

std::shared_ptr<const Policy> PolicySource::Current() const {
  const Slot& slot = SlotOfThisThread();
  absl::MutexLock lock(&slot.mutex);
  return slot.current;
}

// The analysis cannot follow locks that a loop takes.
void PolicySource::Replace(std::shared_ptr<const Policy> next)
    ABSL_NO_THREAD_SAFETY_ANALYSIS {
  // Allocated before and freed after the locks are held.
  std::array<Snapshot, kSlots> snapshots;
  for (Snapshot& snapshot : snapshots) snapshot = WithOwnCount(next);

  // Always in the same order, so that two replacements cannot wait for each
  // other.
  for (Slot& slot : slots_) slot.mutex.Lock();
  for (std::size_t i = 0; i < kSlots; ++i) {
    slots_[i].current.swap(snapshots[i]);
  }
  for (Slot& slot : slots_) slot.mutex.Unlock();
}

}  // namespace baton::core
