// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/leftover_rule.h"

#include <optional>

#include "baton/core/policy/backoff.h"

namespace baton::core {

Decision DecideRound(const MethodPolicy& policy, const RoundEnd& round,
                     const TargetLimits& target, MonotonicTime now,
                     UniformSource& random, CallProgress& progress) {
  if (round.left <= 0) return Decision::Stop(StopReason::kSucceeded);
  const bool has_progress = round.left < round.sent;
  if (has_progress) progress.other_classes.backoff_waits = 0;
  Decision decision;
  decision.outcome_class = OutcomeClass::kThrottled;
  decision.delay = DrawBackoff(
      policy.retry.backoff, progress.other_classes.backoff_waits + 1, random);
  decision.wait_cause = WaitCause::kBackoff;
  decision.cost = has_progress ? RetryCost::kTransient : RetryCost::kThrottled;
  const AttemptRequest request{policy.retry.max_attempts, decision.delay,
                               decision.cost};
  const std::optional<StopReason> stop_reason =
      AdmitAttempt(policy, request, target, now, progress);
  if (stop_reason.has_value()) {
    decision.reason = *stop_reason;
    return decision;
  }
  ++progress.other_classes.backoff_waits;
  decision.retry = decision.paid = true;
  return decision;
}

}  // namespace baton::core
