// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_POLICY_SOURCE_H_
#define BATON_POLICY_POLICY_SOURCE_H_

#include "baton/base/export.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"
#include "baton/policy/policy.h"
#include "baton/policy/retry_stop.h"

namespace BATON_EXPORT baton {

// Holds the current policy of a process. Calls read this policy, and a reload
// replaces it:
//
//   PolicySource source(std::make_shared<const Policy>(policy));
//   const std::shared_ptr<const Policy> now = source.Current();   // per call
//   const MethodPolicy& method = now->Find("/shop.v1.Inventory/Get");
//
// Current() returns a snapshot: a policy that never changes, and that lives as
// long as anything holds a pointer to it. A call therefore uses the same policy
// from its first decision to its last.
//
// Thread-safe. The policy is stored in several slots. Each slot has its own
// reference count, and most threads use different slots. The cores of a machine
// therefore do not compete for one shared count. Current() takes no lock,
// unless the policy is replaced again and again during one call of it. After
// one reader has received the new policy, no later read returns the old one.
class PolicySource {
 public:
  // If `initial` is null, the source has a policy with all defaults.
  explicit PolicySource(std::shared_ptr<const Policy> initial);
  ~PolicySource();
  PolicySource(const PolicySource&) = delete;
  PolicySource& operator=(const PolicySource&) = delete;

  // Returns the current policy. Never null.
  std::shared_ptr<const Policy> Current() const;

  // Replaces the policy. `policy` must be valid, as checked by Validate() of
  // baton/policy.h, and must not be null. If it has declarations of protos,
  // calls get a copy in which they apply to the current entries.
  //
  // If `policy` has no `inbound_grant`, the options of the current policy
  // remain. A policy without this section therefore never changes which callers
  // a server trusts. To return to the defaults, set it to
  // InboundGrantOptions().
  void Replace(const std::shared_ptr<const Policy>& policy);

  // Sets the function that adds the declarations of protos to a policy without
  // declarations. The current policy gets them at once, and later policies in
  // Replace(). CreateChannel() sets the function. A second function has no
  // effect.
  void DeclareWith(std::function<void(Policy&)> declare);

 private:
  using Snapshot = std::shared_ptr<const Policy>;

  static constexpr std::size_t kSlots = 16;
  // Two cache lines of 64 bytes, because some processors load cache lines in
  // pairs.
  static constexpr std::size_t kSlotAlignment = 128;

  struct alignas(kSlotAlignment) Slot {
    // The threads that may be copying a snapshot of this slot.
    mutable std::atomic<int> readers{0};
    // The low bit of `generation_` selects the current one. The other one is
    // null, or belongs to the next generation.
    std::array<std::atomic<const Snapshot*>, 2> snapshots{};
    // Replaced snapshots that a thread may still be copying. Used by
    // replacements only.
    std::vector<std::unique_ptr<const Snapshot>> replaced;
  };

  const Slot& SlotOfThisThread() const;
  Snapshot CurrentWithLock() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(replacing_);
  Snapshot WithDeclarations(const Snapshot& policy) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(replacing_);
  void Store(const Snapshot& policy) ABSL_EXCLUSIVE_LOCKS_REQUIRED(replacing_);

  mutable Mutex replacing_;
  // Exists while the policy has `stop_all_retries`.
  std::unique_ptr<RetryStop> retry_stop_ ABSL_GUARDED_BY(replacing_);
  std::function<void(Policy&)> declare_ ABSL_GUARDED_BY(replacing_);
  // The number of replacements. All slots change to the new policy with it.
  std::atomic<unsigned> generation_{0};
  std::array<Slot, kSlots> slots_;
};

}  // namespace baton

#endif  // BATON_POLICY_POLICY_SOURCE_H_
