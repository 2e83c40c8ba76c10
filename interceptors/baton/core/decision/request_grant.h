// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_REQUEST_GRANT_H_
#define BATON_CORE_DECISION_REQUEST_GRANT_H_

#include <atomic>
#include <cstdint>
#include <optional>

#include "baton/inbound_grant.h"

namespace baton::core {

// The grant of one request on a server, and its use by the outgoing calls of
// the handler.
//
// Each outgoing call gets a copy of the whole grant. The response therefore
// reports the largest use of any call, not the sum. This is enough, because the
// amplification bound limits each call site separately.
//
// The use in the response is final, because the caller may spend the unused
// part again. If a call still runs at the time of the response, the whole grant
// counts as used. A call that starts after the response gets no grant. Only at
// the edge, such a call creates a new grant, like every call there.
//
//   RequestGrant request(inbound);                 // granted 2
//   const int granted =
//       request.OnCallStarted().value_or(policy.retry.edge_grant);  // 2
//   request.OnCallEnded(call_grant.used());        // 1
//   advice.used = request.OnResponse();            // 1
//   request.OnCallStarted();                       // 0
//
// If a client or proxy may have sent a request more than once, the response
// contains no use. Another execution of the same request may have used the part
// of the grant that this execution did not use.
//
// Thread-safe and lock-free: the calls of a handler start and end on any
// thread.
class RequestGrant {
 public:
  explicit RequestGrant(const InboundGrant& inbound);
  // Creates the grant of a request with `granted` extra attempts, clamped to
  // 0..kMaxGrant.
  explicit RequestGrant(int granted);

  // Returns the grant of each call. Returns kMaxGrant at the edge. There, each
  // call creates its own grant, so the grant of the request is unknown.
  int granted() const { return granted_; }

  // Records the start of an outgoing call. Returns the grant of this call.
  // Returns nullopt at the edge, where the call creates its method's
  // `edge_grant`.
  std::optional<int> OnCallStarted();

  // Records the end of an outgoing call. `used` is CallGrant::used(). Must be
  // called once for each OnCallStarted().
  void OnCallEnded(int used);

  // Records the response of the handler. Returns the value of `u` in the
  // response. nullopt: no report, and the caller then assumes a use of the
  // whole grant.
  std::optional<int> OnResponse();

  // Returns the largest use until now, or the whole grant while calls run.
  int used() const { return UsedOf(state_.load(std::memory_order_acquire)); }

 private:
  // The parts of `state_`, from the low end: the largest use, whether the
  // handler has answered, and the number of running calls. One word holds all
  // three. No call can thus start or end between the count and the report.
  static constexpr uint32_t kUsedMask = 0xff;
  static constexpr uint32_t kResponded = 0x100;
  static constexpr uint32_t kOneCall = 0x200;

  int UsedOf(uint32_t state) const;

  const int granted_;
  const bool creates_grants_;
  const bool reports_;
  std::atomic<uint32_t> state_{0};
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_REQUEST_GRANT_H_
