// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_BUDGET_METADATA_H_
#define BATON_RPC_CALL_BUDGET_METADATA_H_

#include "baton/call_observer.h"
#include "baton/retry_budget_header.h"
#include "baton/rpc/call/call_plan.h"

namespace baton::rpc {

// Sets two entries about an attempt in its metadata: the `retry-budget` header,
// and gRPC's `grpc-previous-rpc-attempts`. The second one is for servers
// without Baton.
void SetBudgetMetadata(const RetryBudgetHeader& header,
                       AttemptMetadata& metadata);

// Sets the idempotency key of the call in the metadata of an attempt. Does
// nothing if the call has no key, or if the application has set it there.
void SetKeyMetadata(const CallPlan& plan, AttemptMetadata& metadata);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_BUDGET_METADATA_H_
