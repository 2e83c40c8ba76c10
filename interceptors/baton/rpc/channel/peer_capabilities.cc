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
  if (!has_advice && !IsFromHandler(outcome)) return;
  // An intermediary may have garbled any metadata. This shows nothing.
  if (!has_advice) {
    without_advice_.Note(now);
  } else if (outcome.advice->reason != RetryAdvice::Reason::kMalformed) {
    with_advice_.Note(now);
  }
  const bool drops = has_advice && outcome.advice->drops_cancelled_work;
  (drops ? with_drop_ : without_drop_).Note(now);
  if (!has_advice || !outcome.advice->honors_idempotency_keys) {
    without_keys_.Note(now);
  }
}

bool PeerCapabilities::Participates(MonotonicTime now) const {
  return with_advice_.IsRecent(now) && !without_advice_.IsRecent(now);
}

bool PeerCapabilities::DropsCancelledWork(MonotonicTime now) const {
  return with_drop_.IsRecent(now) && !without_drop_.IsRecent(now);
}

}  // namespace baton::rpc
