// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_CHANNEL_SELECTION_H_
#define BATON_RPC_CALL_CHANNEL_SELECTION_H_

#include <memory>

#include "baton/rpc/call/call_ledger.h"
#include "baton/rpc/call/captured_call.h"
#include "grpcpp/grpcpp.h"

// Places as core::FallbackRoute numbers them, and the channels that they are.
namespace baton::rpc {

// Where an attempt is made that goes to this place.
std::shared_ptr<grpc::ChannelInterface> ChannelAt(const CapturedCall& captured,
                                                  int place);

// Books the next attempt. If it has waited for a connection, it goes to the
// first place that may have one: whichever channel the wait has ended for, home
// comes first.
AttemptFacts StartAttempt(const CapturedCall& captured, CallLedger& ledger,
                          bool is_hedge = false);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CHANNEL_SELECTION_H_
