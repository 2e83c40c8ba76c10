// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_PLAN_GRANT_PLAN_H_
#define BATON_RPC_CALL_PLAN_GRANT_PLAN_H_

#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/call/plan/call_terms.h"

namespace baton::rpc {

// Plans the grant of the call, and the header of its attempts. `plan` has
// channel, policy and request. If all retries of the process are stopped, the
// call gets no grant, and waits for no connection.
void PlanGrant(const CallTerms& terms, CallPlan& plan);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_PLAN_GRANT_PLAN_H_
