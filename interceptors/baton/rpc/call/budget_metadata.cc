// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/budget_metadata.h"

#include "absl/strings/str_cat.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/idempotency/idempotency_key.h"

namespace baton::rpc {

void SetBudgetMetadata(const RetryBudgetHeader& header,
                       AttemptMetadata& metadata) {
  char buffer[core::kRetryBudgetBytes];
  metadata.Set(core::kRetryBudgetKey, core::EncodeRetryBudget(header, buffer));
  if (header.attempts_made > 0) {
    // Reaches the server only if gRPC core does not retry.
    metadata.Set("grpc-previous-rpc-attempts",
                 absl::StrCat(header.attempts_made));
  }
}

void SetKeyMetadata(const CallPlan& plan, AttemptMetadata& metadata) {
  if (plan.idempotency_key.empty() || plan.key_is_in_metadata) return;
  metadata.Set(kIdempotencyKeyName, plan.idempotency_key);
}

}  // namespace baton::rpc
