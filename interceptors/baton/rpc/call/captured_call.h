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

// The data of the application call that Baton needs to make attempts. Owned by
// the call.
struct CapturedCall {
  CallPlan plan;
  // The application context. Attempts start only while this context exists.
  grpc::ClientContext* application_context = nullptr;
  std::multimap<std::string, std::string> metadata;
  grpc::ByteBuffer request;
  // The channel for attempts on the primary channel. It begins after Baton in
  // the interceptor chain.
  std::shared_ptr<grpc::ChannelInterface> channel_below;
  ParentCall parent;
  // Whether the application receives initial metadata in a batch of their own.
  bool reads_metadata = false;
};

// Returns the server call whose end also ends this call. Returns nullptr if
// there is none, or if the application has disabled this propagation.
// `captured` keeps the server call alive.
grpc_call* ParentToWatch(const CapturedCall& captured);

// Copies the settings of the application call to the context of an attempt.
// Observers add their metadata later.
void PrepareAttempt(const CapturedCall& captured, const AttemptFacts& facts,
                    grpc::ClientContext* context);

// Returns a new unary attempt with a prepared context.
std::shared_ptr<Attempt> NewAttempt(const CapturedCall& captured,
                                    const AttemptFacts& facts);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_CAPTURED_CALL_H_
