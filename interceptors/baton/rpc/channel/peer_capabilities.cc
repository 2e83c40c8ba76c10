// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/peer_capabilities.h"

#include "absl/status/status.h"

namespace baton::rpc {
namespace {

// gRPC itself answers requests for unknown methods, before any interceptor.
bool IsFromHandler(const AttemptOutcome& outcome) {
  return outcome.origin == AttemptOrigin::kServer &&
         outcome.code != absl::StatusCode::kUnimplemented;
}

}  // namespace

void PeerCapabilities::OnAttemptEnd(const AttemptOutcome& outcome,
                                    MonotonicTime now) {
  const bool has_advice = outcome.advice.has_value();
  // Writes only once. After that, the cores share the cache line for reading.
  if (has_advice && !participates()) {
    participates_.store(true, std::memory_order_relaxed);
  }
  if (!has_advice && !IsFromHandler(outcome)) return;
  const bool drops = has_advice && outcome.advice->drops_cancelled_work;
  (drops ? with_drop_ : without_drop_).Note(now);
  if (!has_advice || !outcome.advice->honors_idempotency_keys) {
    without_keys_.Note(now);
  }
}

bool PeerCapabilities::DropsCancelledWork(MonotonicTime now) const {
  return with_drop_.IsRecent(now) && !without_drop_.IsRecent(now);
}

}  // namespace baton::rpc
