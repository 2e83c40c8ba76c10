// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_CHANNEL_SELECTION_H_
#define BATON_RPC_CALL_CHANNEL_SELECTION_H_

#include <memory>

#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/captured_call.h"
#include "grpcpp/grpcpp.h"

// Selects channels by channel index: see fallback_route.h.
namespace baton::rpc {

// Returns the channel on which an attempt with this channel index runs.
std::shared_ptr<grpc::ChannelInterface> ChannelAt(const CapturedCall& captured,
                                                  int channel_index);

// Returns whether the channel with this channel index has a connection now.
bool IsConnected(const CapturedCall& captured, int channel_index);

// Returns whether the primary channel has a connection, or had one a moment
// ago.
bool WasConnectedLately(const CallPlan& plan,
                        const grpc::ClientContext& context, MonotonicTime now);

// Ends the outage of the primary channel if the channel is connected or idle.
// Called before each attempt.
void NoteConnection(const CapturedCall& captured);

// Records the start of the next attempt in `ledger`. If it has waited for a
// connection, selects the first channel that may have one. The primary channel
// comes first, whichever channel ended the wait.
AttemptFacts StartAttempt(const CapturedCall& captured, CallLedger& ledger,
                          bool is_hedge = false);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CHANNEL_SELECTION_H_
