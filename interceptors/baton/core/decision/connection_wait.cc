// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/connection_wait.h"

#include <algorithm>

namespace baton::core {
namespace {

// The longest wait for the connection attempt in flight, or the next one, after
// max_connection_wait.
constexpr absl::Duration kNextAttempt = absl::Milliseconds(200);

MonotonicTime EndOfPatience(const MethodPolicy& policy,
                            const CallProgress& progress) {
  const MonotonicTime end =
      progress.unconnected_since.value_or(progress.started_at) +
      policy.retry.max_connection_wait;
  return progress.reconnects_soon && progress.started_at < end
             ? end + kNextAttempt
             : end;
}

}  // namespace

bool WaitsForConnection(const MethodPolicy& policy, WaitForReady said) {
  if (policy.retry.max_connection_wait <= absl::ZeroDuration()) return false;
  if (said != WaitForReady::kUnspecified) return said == WaitForReady::kYes;
  return policy.wait_for_ready.value_or(true);
}

void BookUnsent(int forwarded, MonotonicTime outage_began,
                CallProgress& progress) {
  progress.grant.UndoAttempt(forwarded);
  if (!progress.waits_for_connection) ++progress.unsent_attempts;
  if (!progress.unconnected_since.has_value()) {
    progress.unconnected_since = outage_began;
  }
}

MonotonicTime ConnectBy(const MethodPolicy& policy,
                        const CallProgress& progress) {
  const MonotonicTime last_start =
      progress.started_at + policy.retry.max_retry_time;
  // Leaves time for an attempt that is useful.
  const MonotonicTime deadline =
      progress.deadline.time() - policy.deadline.min_attempt_time;
  return std::min({EndOfPatience(policy, progress), last_start, deadline});
}

Decision StopConnectionWait(const MethodPolicy& policy,
                            const CallProgress& progress) {
  const bool out_of_time =
      ConnectBy(policy, progress) < EndOfPatience(policy, progress);
  Decision decision = Decision::Stop(out_of_time ? StopReason::kNotEnoughTime
                                                 : StopReason::kNoConnection);
  decision.outcome_class = OutcomeClass::kTransient;
  decision.outcome_unknown = progress.effect_possible &&
                             policy.idempotency != Idempotency::kNoSideEffects;
  return decision;
}

}  // namespace baton::core
