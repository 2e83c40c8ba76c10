// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_PLAN_CONNECTION_PLAN_H_
#define BATON_RPC_CALL_PLAN_CONNECTION_PLAN_H_

#include "baton/rpc/call/call_plan.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// Plans what the call does without a connection, and its first channel. `plan`
// has channel and policy.
void PlanConnection(const grpc::ClientContext& context, CallPlan& plan);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_PLAN_CONNECTION_PLAN_H_
