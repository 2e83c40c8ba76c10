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
// the request's handler.
//
// Each outgoing call gets the whole grant. The response therefore reports the
// largest use of any call, and not the sum. This is enough, because the
// amplification bound limits each call site separately.
//
// After the response, the client may spend the part of the grant that the
// response does not report as used. The reported use must therefore be
// final. If a call still runs when the handler
// responds, the response reports the whole grant as used. A call that starts
// after the response gets no grant. The edge is an exception: there each call
// creates a new grant, also after the response.
//
//   RequestGrant request(inbound);                 // granted 2
//   const int granted =
//       request.OnCallStarted().value_or(policy.retry.edge_grant);  // 2
//   request.OnCallEnded(call_grant.used());        // 1
//   advice.used = request.OnResponse();            // 1
//   request.OnCallStarted();                       // 0
//
// A client or proxy without Baton may have sent a request more than once. In
// this case, the response does not report how much of the grant was used. The
// client that gave the grant then assumes that all of it was used. Another
// execution of the same request may have used a part of the grant that this
// execution left unused.
//
// Thread-safe and lock-free, because the calls of a handler start and end on
// any thread.
class RequestGrant {
 public:
  explicit RequestGrant(const InboundGrant& inbound);
  // Creates the grant of a request with `granted` extra attempts, clamped to
  // 0..kMaxGrant.
  explicit RequestGrant(int granted);

  // Returns the grant of an outgoing call that starts before the response. At
  // the edge, each call creates its
  // own grant. There this function returns kMaxGrant, because the grants of the
  // calls are unknown.
  int granted() const { return granted_; }

  // Records the start of an outgoing call. Returns the grant of this call.
  // Returns nullopt at the edge: the call then creates a grant, the
  // `edge_grant` of its method.
  std::optional<int> OnCallStarted();

  // Records the end of an outgoing call. `used` is the result of
  // CallGrant::used() of that call. Each OnCallStarted() requires exactly one
  // OnCallEnded().
  void OnCallEnded(int used);

  // Records the response of the handler. Returns the used grant, which the
  // response reports as `u` in `retry-advice`. nullopt: the response reports
  // nothing, and the client then assumes that the whole grant was used.
  std::optional<int> OnResponse();

  // Returns the largest use of any call until now. While a call runs, returns
  // the whole grant.
  int used() const { return UsedOf(state_.load(std::memory_order_acquire)); }

 private:
  // `state_` contains three values, from its lowest bits: the largest use,
  // whether the handler has responded, and the number of running calls. They
  // are in one word, so that OnResponse() reads the number of running calls and
  // sets the flag in one atomic step.
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
