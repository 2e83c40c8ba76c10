// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_POLICY_SOURCE_H_
#define BATON_POLICY_POLICY_SOURCE_H_

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>

#include "baton/policy/policy.h"

namespace baton {

// Where the calls of a process read the policy from, and where a reload puts
// the next one:
//
//   PolicySource source(std::make_shared<const Policy>(policy));
//   const std::shared_ptr<const Policy> now = source.Current();   // per call
//   const MethodPolicy& method = now->Find("/shop.v1.Inventory/Get");
//
// A snapshot never changes and lives as long as somebody holds it, so a call
// sees one policy from its first decision to its last.
//
// Thread-safe. Readers of different threads mostly touch different slots, each
// with a lock and a reference count of its own, so that the count of one
// shared snapshot is not what all cores of a machine wait for. A replacement
// locks all slots: when one reader has seen it, no later read anywhere returns
// the old one.
class PolicySource {
 public:
  // Null stands for a policy of nothing but defaults.
  explicit PolicySource(std::shared_ptr<const Policy> initial);
  PolicySource(const PolicySource&) = delete;
  PolicySource& operator=(const PolicySource&) = delete;

  // Never null.
  std::shared_ptr<const Policy> Current() const;

  // `next` must be valid (see policy_validation.h) and not be null.
  void Replace(std::shared_ptr<const Policy> next);

 private:
  static constexpr std::size_t kSlots = 16;
  // Two lines of 64 bytes, for the processors that fetch them in pairs.
  static constexpr std::size_t kSlotAlignment = 128;

  struct alignas(kSlotAlignment) Slot {
    mutable std::mutex mutex;
    std::shared_ptr<const Policy> current;  // guarded by `mutex`
  };

  const Slot& SlotOfThisThread() const;

  std::array<Slot, kSlots> slots_;
};

}  // namespace baton

#endif  // BATON_POLICY_POLICY_SOURCE_H_
