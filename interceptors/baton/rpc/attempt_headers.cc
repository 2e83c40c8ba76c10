// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/attempt_headers.h"

#include "absl/strings/str_cat.h"
#include "baton/core/retry_budget_header.h"

namespace baton::rpc {

void SetAttemptHeaders(const AttemptFacts& attempt,
                       core::AttemptMetadata& metadata) {
  const core::RetryBudgetHeader& header = attempt.header;
  char buffer[core::kRetryBudgetBytes];
  metadata.Set(core::kRetryBudgetKey, core::EncodeRetryBudget(header, buffer));
  if (header.attempts_made == 0) return;
  // Reaches the server only if core's own retries are off; then it tells
  // servers that know nothing of ours.
  metadata.Set("grpc-previous-rpc-attempts",
               absl::StrCat(header.attempts_made));
}

}  // namespace baton::rpc
