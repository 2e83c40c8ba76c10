// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_BUDGET_METADATA_H_
#define BATON_RPC_CALL_BUDGET_METADATA_H_

#include "baton/call_observer.h"
#include "baton/retry_budget_header.h"

namespace baton::rpc {

// Sets two entries about an attempt in its metadata: the `retry-budget` header,
// and gRPC's `grpc-previous-rpc-attempts`. The second one is for servers
// without Baton.
void SetBudgetMetadata(const RetryBudgetHeader& header,
                       AttemptMetadata& metadata);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_BUDGET_METADATA_H_
