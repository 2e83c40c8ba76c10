// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/budget_metadata.h"

#include "absl/strings/str_cat.h"

namespace baton::rpc {

void SetBudgetMetadata(const core::RetryBudgetHeader& header,
                       core::AttemptMetadata& metadata) {
  char buffer[core::kRetryBudgetBytes];
  metadata.Set(core::kRetryBudgetKey, core::EncodeRetryBudget(header, buffer));
  if (header.attempts_made > 0) {
    // Reaches the server only if gRPC core does not retry.
    metadata.Set("grpc-previous-rpc-attempts",
                 absl::StrCat(header.attempts_made));
  }
}

}  // namespace baton::rpc
