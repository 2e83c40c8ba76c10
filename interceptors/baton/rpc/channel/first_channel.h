// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_FIRST_CHANNEL_H_
#define BATON_RPC_CHANNEL_FIRST_CHANNEL_H_

#include "baton/policy/method_policy.h"
#include "baton/rpc/channel/channel_state.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// Returns the channel index for the first attempt of the call of `context`: see
// fallback_route.h. This is the primary channel, with one exception. While the
// primary channel has no connection, calls that the policy permits use the
// first fallback channel that may have a connection.
//
// An outage of the primary channel begins with an attempt that found no
// connection. It ends when the channel is connected again. Without an outage,
// the function only reads one variable.
int FirstChannel(const ChannelState& channel, const MethodPolicy& policy,
                 const grpc::ClientContext& context);

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_FIRST_CHANNEL_H_
