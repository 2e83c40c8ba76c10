// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_CAPTURED_CALL_H_
#define BATON_RPC_CALL_CAPTURED_CALL_H_

#include <map>
#include <memory>
#include <string>

#include "baton/rpc/call/attempt.h"
#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/grpc/attempt_context.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/byte_buffer.h"

namespace baton::rpc {

// What was taken from the outer call when it was hijacked.
struct CapturedCall {
  CallPlan plan;
  // The application's context. Attempts only start while it is alive.
  grpc::ClientContext* outer = nullptr;
  std::multimap<std::string, std::string> metadata;
  grpc::ByteBuffer request;
  // Where attempts are made: the channel, from behind us on.
  std::shared_ptr<grpc::ChannelInterface> channel_below;
  ParentCall parent;
};

// The server call whose end is the end of the call; nullptr if there is none,
// or if the application wants none. Kept alive by what was captured.
grpc_call* ParentToWatch(const CapturedCall& captured);

// Gives the context of an attempt what the call carries, but for what observers
// add.
void PrepareAttempt(const CapturedCall& captured, const AttemptFacts& facts,
                    grpc::ClientContext* context);

// A unary attempt whose context is prepared.
std::shared_ptr<Attempt> NewAttempt(const CapturedCall& captured,
                                    const AttemptFacts& facts);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CAPTURED_CALL_H_
