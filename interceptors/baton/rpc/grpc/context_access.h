// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_CONTEXT_ACCESS_H_
#define BATON_RPC_GRPC_CONTEXT_ACCESS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "grpc/grpc.h"
#include "grpcpp/channel.h"
#include "grpcpp/client_context.h"
#include "grpcpp/security/auth_context.h"

// The few parts of a ClientContext that gRPC keeps to itself and a second
// attempt cannot do without. ClientContext befriends a class template of
// gRPC's; an explicit specialization for a type of ours is therefore a friend
// too. Legal C++, and checked on gRPC 1.51 and 1.83; should a later version
// end the friendship, context_access.cc stops compiling rather than working.
//
// None of this is synchronized: for the attempt's context before its call, for
// the application's before its call or from an interceptor of it.
namespace baton::rpc {

// GRPC_INITIAL_METADATA_WAIT_FOR_READY and ..._EXPLICITLY_SET.
uint32_t InitialMetadataFlags(const grpc::ClientContext& context);

// Empty if the application set none.
std::string Authority(grpc::ClientContext& context);

// The server call that `context` was derived from, nullptr if none, and what
// is inherited from it.
grpc_call* ParentOf(const grpc::ClientContext& context);
grpc::PropagationOptions PropagationOf(const grpc::ClientContext& context);
// `parent` must be alive when the call of `context` is created.
void LinkToParent(grpc::ClientContext& context, grpc_call* parent,
                  grpc::PropagationOptions options);

// The metadata to be sent, to be read and edited until the call is created.
std::multimap<std::string, std::string>& SendMetadata(
    grpc::ClientContext& context);

// What auth_context() would return, except that nothing is created: nullptr if
// there is none yet.
const std::shared_ptr<const grpc::AuthContext>& StoredAuthContext(
    const grpc::ClientContext& context);
// What auth_context() returns from now on.
void StoreAuthContext(grpc::ClientContext& context,
                      std::shared_ptr<const grpc::AuthContext> auth_context);

// The channel that `context` keeps alive since its call was created; nullptr
// before.
std::shared_ptr<grpc::ChannelInterface> ChannelOf(
    const grpc::ClientContext& context);

// What debug_error_string() returns from now on.
void SetDebugErrorString(grpc::ClientContext& context,
                         const std::string& debug_error_string);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_CONTEXT_ACCESS_H_
