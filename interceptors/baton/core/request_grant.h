// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_REQUEST_GRANT_H_
#define BATON_CORE_REQUEST_GRANT_H_

#include <atomic>

namespace baton::core {

// What one request that a server handles was granted, and what its handler's
// outgoing calls have made of it.
//
// Each outgoing call gets a copy of the whole grant, so the handler answers
// with the largest use of any of them, not with the sum: the bound is one per
// call site, and the copies are of one grant.
//
// Thread-safe: a handler's calls end on any thread.
class RequestGrant {
 public:
  explicit RequestGrant(int granted) : granted_(granted) {}

  int granted() const { return granted_; }

  // An outgoing call has ended, with CallGrant::used() of `used`.
  void OnCallEnded(int used);

  // For the `u` of the answer.
  int used() const { return used_.load(std::memory_order_acquire); }

 private:
  const int granted_;
  std::atomic<int> used_{0};
};

}  // namespace baton::core

#endif  // BATON_CORE_REQUEST_GRANT_H_
