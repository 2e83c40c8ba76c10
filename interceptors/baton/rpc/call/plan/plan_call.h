// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_PLAN_PLAN_CALL_H_
#define BATON_RPC_CALL_PLAN_PLAN_CALL_H_

#include <memory>

#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/channel/method_name.h"
#include "baton/rpc/request/call_group.h"
#include "baton/rpc/request/found_request.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// Returns the plan of the call of `context`, which starts now. `request` is the
// result of RequestLink::RequestOf() when the call was created. `membership` is
// the result of MembershipOf() at that time.
CallPlan PlanCall(std::shared_ptr<const ChannelState> channel,
                  MethodName method, CallKind kind,
                  const grpc::ClientContext& context, FoundRequest request,
                  CallMembership membership = {});

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_PLAN_PLAN_CALL_H_
