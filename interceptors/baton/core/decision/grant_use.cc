// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/grant_use.h"

namespace baton::core {

GrantUse GrantUseOf(const MethodPolicy& policy, const CallProgress& progress,
                    MonotonicTime now) {
  if (progress.retries_stopped || policy.retry.max_attempts <= 1) {
    return GrantUse::kSwitchedOff;
  }
  if (policy.mode == Mode::kObserve) return GrantUse::kPassOn;
  if (!MayRepeat(policy, progress)) return GrantUse::kForwardNotIdempotent;
  if (!progress.deadline.Fits(now, policy.deadline.min_attempt_time)) {
    return GrantUse::kForwardNoTime;
  }
  return GrantUse::kByOwner;
}

int GrantAtEdge(const RetryOptions& options, bool is_unlinked) {
  return is_unlinked ? options.unlinked_grant.value_or(options.edge_grant)
                     : options.edge_grant;
}

bool SendsHeader(const MethodPolicy& policy, const HeaderFacts& facts) {
  if (policy.mode == Mode::kEnforce || facts.retries_stopped) return true;
  const bool switched_off =
      policy.retry.max_attempts <= 1 || policy.retry.edge_grant == 0;
  return facts.is_linked && (facts.has_grant || switched_off);
}

std::optional<int> GrantUsedByCallee(const AttemptOutcome& outcome) {
  if (outcome.advice.has_value()) return outcome.advice->used;
  if (outcome.provably_not_processed) return 0;
  return std::nullopt;
}

}  // namespace baton::core
