// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_PEER_CAPABILITIES_H_
#define BATON_RPC_CHANNEL_PEER_CAPABILITIES_H_

#include <atomic>
#include <cstdint>

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/monotonic_time.h"

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
  static constexpr absl::Duration kMemory = absl::Minutes(5);

  // Records the end of an attempt. Ignores ends without a response of a server.
  void OnAttemptEnd(const AttemptOutcome& outcome, MonotonicTime now);

  // Returns whether a server of the target has ever sent `retry-advice`. Only
  // such a target gets a grant, and its report of the used grant counts.
  bool participates() const {
    return participates_.load(std::memory_order_relaxed);
  }

  // Returns whether the servers do not start the handler of a request that is
  // already cancelled.
  bool DropsCancelledWork(MonotonicTime now) const;

 private:
  std::atomic<bool> participates_{false};
  // Times of the latest responses with and without the capability, in
  // nanoseconds. Written at most once in a second.
  static constexpr int64_t kNever = INT64_MIN;
  std::atomic<int64_t> with_ns_{kNever};
  std::atomic<int64_t> without_ns_{kNever};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_PEER_CAPABILITIES_H_
