// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/plan/policy_overrides.h"

namespace baton::rpc {

MethodPolicy WithOverrides(MethodPolicy policy,
                           const CallOverrides& overrides) {
  if (overrides.max_attempts.has_value()) {
    RetryOptions& retry = policy.retry;
    retry.max_attempts = *overrides.max_attempts;
    for (ClassRetryOptions* one : {&retry.throttled, &retry.contention}) {
      if (one->max_attempts > retry.max_attempts) one->max_attempts.reset();
    }
  }
  if (overrides.idempotency.has_value()) {
    policy.idempotency = *overrides.idempotency;
  }
  if (overrides.owner.has_value()) policy.retry.owner = *overrides.owner;
  if (overrides.hedge.has_value()) policy.hedge = *overrides.hedge;
  if (overrides.fallback.has_value()) policy.fallback = *overrides.fallback;
  if (overrides.disable_retries) {
    policy.retry.max_attempts = 1;
    policy.hedge.max_attempts = 1;
  }
  return policy;
}

}  // namespace baton::rpc
