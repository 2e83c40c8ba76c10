// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_PEER_CAPABILITIES_H_
#define BATON_RPC_CHANNEL_PEER_CAPABILITIES_H_

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/channel/sighting.h"

namespace baton::rpc {

// The knowledge about the servers of one target, from their `retry-advice`. A
// capability counts only while every response shows it: the servers of a target
// may run different versions. Baton therefore forgets it after kMemory, and
// with the first response that lacks it.
//
// Owned by the record of a target or of a fallback channel. Thread-safe and
// lock-free. A healthy call only reads.
class PeerCapabilities {
 public:
  static constexpr absl::Duration kMemory = Sighting::kMemory;

  // Records the end of an attempt. Ignores ends without a response of a server.
  void OnAttemptEnd(const AttemptOutcome& outcome, MonotonicTime now);

  // Returns whether the servers send `retry-advice`. Only such a target gets a
  // grant, because only its servers report how much of it they have used. A
  // server may be replaced by one without Baton. The client then keeps the
  // grant, and may retry itself.
  bool Participates(MonotonicTime now) const;

  // Returns whether the servers do not start the handler of a request that is
  // already cancelled.
  bool DropsCancelledWork(MonotonicTime now) const;

  // Returns whether a recent response did not state that the server honors
  // idempotency keys. Which methods state it: see MethodRecord.
  bool LacksIdempotencyKeys(MonotonicTime now) const {
    return without_keys_.IsRecent(now);
  }

 private:
  // The latest responses with and without a capability.
  Sighting with_advice_;
  Sighting without_advice_;
  Sighting with_drop_;
  Sighting without_drop_;
  Sighting without_keys_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_PEER_CAPABILITIES_H_
