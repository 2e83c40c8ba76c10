// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_PLAN_POLICY_OVERRIDES_H_
#define BATON_RPC_CALL_PLAN_POLICY_OVERRIDES_H_

#include "baton/call_overrides.h"
#include "baton/policy/method_policy.h"

namespace baton::rpc {

// Returns `policy` after the overrides of one call have replaced its options.
MethodPolicy WithOverrides(MethodPolicy policy, const CallOverrides& overrides);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_PLAN_POLICY_OVERRIDES_H_
