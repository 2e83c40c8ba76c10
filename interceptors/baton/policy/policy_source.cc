// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/policy_source.h"

#include <cassert>
#include <cstdint>
#include <utility>

namespace baton {
namespace {

using Snapshot = std::shared_ptr<const Policy>;

// Bounds the loop of Current(). A read fails only if a replacement ends between
// two of its steps.
constexpr int kReadsWithoutLock = 3;

// Returns the same policy with its own reference count.
Snapshot WithOwnCount(const Snapshot& snapshot) {
  auto holder = std::make_shared<const Snapshot>(snapshot);
  const Policy* policy = holder->get();
  return Snapshot(holder, policy);
}

// Returns `policy`, with the inbound grant of `current` if it has none: a file
// without this section must not weaken the trust in callers.
Snapshot WithInboundGrant(const Snapshot& policy, const Snapshot& current) {
  if (current == nullptr || policy->inbound_grant.has_value() ||
      !current->inbound_grant.has_value()) {
    return policy;
  }
  auto kept = std::make_shared<Policy>(*policy);
  kept->inbound_grant = current->inbound_grant;
  return kept;
}

// Returns a hash that differs between threads, without a registry of threads.
// Each thread has its own `anchor`, at its own address. The distance between
// two of these addresses is one stack, so the hash must use their upper bits to
// select a slot.
std::size_t HashOfThisThread() {
  constexpr uint64_t kGoldenRatio = 0x9e3779b97f4a7c15u;
  static thread_local char anchor = 0;
  const auto address = reinterpret_cast<uintptr_t>(&anchor);
  return static_cast<std::size_t>((address * kGoldenRatio) >> 32);
}

}  // namespace

PolicySource::PolicySource(std::shared_ptr<const Policy> initial) {
  Replace(initial ? std::move(initial) : std::make_shared<const Policy>());
}

PolicySource::~PolicySource() {
  for (Slot& slot : slots_) {
    for (auto& snapshot : slot.snapshots) delete snapshot.load();
  }
}

const PolicySource::Slot& PolicySource::SlotOfThisThread() const {
  return slots_[HashOfThisThread() % kSlots];
}

std::shared_ptr<const Policy> PolicySource::Current() const {
  const Slot& slot = SlotOfThisThread();
  for (int i = 0; i < kReadsWithoutLock; ++i) {
    slot.readers.fetch_add(1);
    const unsigned generation = generation_.load();
    const Snapshot* const snapshot = slot.snapshots[generation % 2].load();
    // If the generation is still the same, Store() sees this reader before it
    // frees the snapshot. All operations are sequentially consistent.
    const bool is_current = generation_.load() == generation;
    Snapshot copy = is_current ? *snapshot : nullptr;
    slot.readers.fetch_sub(1);
    if (is_current) return copy;
  }
  const MutexLock lock(replacing_);
  return CurrentWithLock();
}

PolicySource::Snapshot PolicySource::CurrentWithLock() const {
  const Snapshot* const snapshot =
      slots_[0].snapshots[generation_.load() % 2].load();
  return snapshot == nullptr ? nullptr : *snapshot;
}

void PolicySource::Replace(const std::shared_ptr<const Policy>& policy) {
  assert(policy != nullptr);
  const MutexLock lock(replacing_);
  // In this order, so that no call with the new policy starts a retry.
  if (policy->stop_all_retries && retry_stop_ == nullptr) {
    retry_stop_ = std::make_unique<RetryStop>();
  }
  Store(WithDeclarations(WithInboundGrant(policy, CurrentWithLock())));
  if (!policy->stop_all_retries) retry_stop_ = nullptr;
}

void PolicySource::DeclareWith(std::function<void(Policy&)> declare) {
  const MutexLock lock(replacing_);
  if (declare_ != nullptr) return;
  declare_ = std::move(declare);
  const Snapshot current = CurrentWithLock();
  if (!current->has_declarations()) Store(WithDeclarations(current));
}

// The entries of a loaded policy may have changed since it was loaded.
PolicySource::Snapshot PolicySource::WithDeclarations(
    const Snapshot& policy) const {
  if (!policy->has_declarations() && declare_ == nullptr) return policy;
  auto declared = std::make_shared<Policy>(*policy);
  if (policy->has_declarations()) {
    declared->ApplyDeclarations();
  } else {
    declare_(*declared);
  }
  return declared;
}

void PolicySource::Store(const Snapshot& policy) {
  std::array<std::unique_ptr<const Snapshot>, kSlots> snapshots;
  for (auto& snapshot : snapshots) {
    snapshot = std::make_unique<const Snapshot>(WithOwnCount(policy));
  }
  const unsigned next = generation_.load() + 1;
  for (std::size_t i = 0; i < kSlots; ++i) {
    slots_[i].snapshots[next % 2].store(snapshots[i].release());
  }
  generation_.store(next);
  for (Slot& slot : slots_) {
    slot.replaced.emplace_back(
        slot.snapshots[(next - 1) % 2].exchange(nullptr));
    // A thread that begins to read from now on finds the new generation.
    if (slot.readers.load() == 0) slot.replaced.clear();
  }
}

}  // namespace baton
