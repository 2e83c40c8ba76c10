// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/running/connect_limit.h"

#include <algorithm>

#include "baton/policy/core_retries.h"
#include "baton/rpc/call/running/late_checks.h"

namespace baton::rpc {

MonotonicTime ConnectLimit::CheckAt(const AnyAttempt& attempt) const {
  if (!on() || attempt.was_connected) return MonotonicTime::InfiniteFuture();
  return std::max(attempt.facts.started_at + plan_.connect_timeout,
                  not_before_);
}

std::optional<AttemptOutcome> ConnectLimit::EndUnconnected(
    AnyAttempt& attempt, MonotonicTime now,
    absl::FunctionRef<bool()> is_connected) {
  // A process that was stalled could not connect.
  if (WasStalled(CheckAt(attempt), now)) {
    not_before_ = now + kLateTimerGrace;
    return std::nullopt;
  }
  if (is_connected()) {
    attempt.was_connected = true;
    const bool is_awaited =
        attempt.awaited_since != MonotonicTime::InfiniteFuture();
    if (is_awaited) attempt.awaited_since = now;
    return std::nullopt;
  }
  attempt.Cancel();
  AttemptOutcome outcome;
  outcome.code = absl::StatusCode::kUnavailable;
  outcome.origin = AttemptOrigin::kConnectTimeout;
  // While there is no connection, the attempt waits in the channel, and the
  // cancellation has removed it. gRPC's own retries may have sent it before.
  outcome.never_sent =
      plan_.channel->core_retries() != CoreRetries::kUnchanged &&
      !is_connected();
  outcome.provably_not_processed = outcome.never_sent;
  return outcome;
}

}  // namespace baton::rpc
