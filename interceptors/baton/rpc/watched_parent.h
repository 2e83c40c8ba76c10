// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_WATCHED_PARENT_H_
#define BATON_RPC_WATCHED_PARENT_H_

#include "baton/rpc/attempt_context.h"
#include "baton/rpc/call_plan.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// The server call whose end is the end of the call of `outer`; nullptr if there
// is none, or if the application wants none. Alive as long as `parent` and
// `plan`.
grpc_call* WatchedParent(const grpc::ClientContext& outer,
                         const ParentCall& parent, const CallPlan& plan);

}  // namespace baton::rpc

#endif  // BATON_RPC_WATCHED_PARENT_H_
