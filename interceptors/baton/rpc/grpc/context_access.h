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

// Private members of a ClientContext that a second attempt needs. ClientContext
// declares a class template of gRPC as a friend. An explicit specialization for
// a type of Baton is therefore a friend, too. This is legal C++, and was
// checked with gRPC 1.51 and 1.83. If a later version removes the friend
// declaration, context_access.cc does not compile.
//
// These functions do not synchronize. Use them on the context of an attempt
// before its call is created. Use them on the application context before its
// call is created, or from an interceptor of that call.
namespace baton::rpc {

// Returns GRPC_INITIAL_METADATA_WAIT_FOR_READY and ..._EXPLICITLY_SET.
uint32_t InitialMetadataFlags(const grpc::ClientContext& context);

// Returns the authority that the application has set, or "".
std::string Authority(grpc::ClientContext& context);

// Returns the server call that `context` was derived from (nullptr if none),
// and the properties that it inherits from that call.
grpc_call* ParentOf(const grpc::ClientContext& context);
grpc::PropagationOptions PropagationOf(const grpc::ClientContext& context);
// Makes the call of `context` a child of `parent`. `parent` must be alive when
// that call is created.
void LinkToParent(grpc::ClientContext& context, grpc_call* parent,
                  grpc::PropagationOptions options);

// Returns the metadata to be sent. It may be edited until the call is created.
std::multimap<std::string, std::string>& SendMetadata(
    grpc::ClientContext& context);

// Returns the stored auth context, or nullptr if there is none. Unlike
// auth_context(), creates nothing.
const std::shared_ptr<const grpc::AuthContext>& StoredAuthContext(
    const grpc::ClientContext& context);
// Sets the result of auth_context().
void StoreAuthContext(grpc::ClientContext& context,
                      std::shared_ptr<const grpc::AuthContext> auth_context);

// Returns the channel that `context` keeps alive, or nullptr before its call is
// created.
std::shared_ptr<grpc::ChannelInterface> ChannelOf(
    const grpc::ClientContext& context);

// Sets the result of debug_error_string().
void SetDebugErrorString(grpc::ClientContext& context,
                         const std::string& debug_error_string);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_CONTEXT_ACCESS_H_
