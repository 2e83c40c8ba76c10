// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_REQUEST_GRANT_H_
#define BATON_CORE_DECISION_REQUEST_GRANT_H_

#include <atomic>
#include <cstdint>
#include <optional>

#include "baton/inbound_grant.h"

namespace baton::core {

// What one request that a server handles was granted, and what its handler's
// outgoing calls have made of it.
//
// Each outgoing call gets a copy of the whole grant, so the handler answers
// with the largest use of any of them, not with the sum: the bound is one per
// call site, and the copies are of one grant.
//
// What the answer says is final: the caller may spend again what it says was
// not used. So a call that still runs then counts for the whole grant, and one
// that begins later gets none of it.
//
//   RequestGrant request(inbound);                 // granted 2
//   const int granted =
//       request.OnCallStarted().value_or(policy.retry.edge_grant);  // 2
//   request.OnCallEnded(call_grant.used());        // 1
//   advice.used = request.OnAnswered();            // 1
//   request.OnCallStarted();                       // 0
//
// Nothing is reported of a request that somebody on the way may have sent more
// than once: another copy may have used what this one did not.
//
// Thread-safe and lock-free: a handler's calls begin and end on any thread.
class RequestGrant {
 public:
  explicit RequestGrant(const InboundGrant& inbound);
  // A request that was granted this much, clamped to 0..kMaxGrant.
  explicit RequestGrant(int granted);

  // What any one call may use. The edge, whose calls mint grants of their own,
  // does not know, and takes it for kMaxGrant.
  int granted() const { return granted_; }

  // An outgoing call begins. Returns what it may use; nullopt at the edge,
  // where it mints its method's `edge_grant`.
  std::optional<int> OnCallStarted();

  // An outgoing call has ended, with CallGrant::used() of `used`. Once for
  // each OnCallStarted().
  void OnCallEnded(int used);

  // The handler answers. Returns what belongs into the `u` of the answer;
  // nullopt: say nothing, which the caller takes for all of it.
  std::optional<int> OnAnswered();

  // The largest use so far, or the whole grant while calls run.
  int used() const { return UsedOf(state_.load(std::memory_order_acquire)); }

 private:
  // From the low end: the largest use, whether the handler has answered, and
  // the number of calls that run. In one word, so that no call can begin or
  // end between what the answer counts and what it says.
  static constexpr uint32_t kUsedMask = 0xff;
  static constexpr uint32_t kAnswered = 0x100;
  static constexpr uint32_t kOneCall = 0x200;

  int UsedOf(uint32_t state) const;

  const int granted_;
  const bool mints_;
  const bool reports_;
  std::atomic<uint32_t> state_{0};
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_REQUEST_GRANT_H_
