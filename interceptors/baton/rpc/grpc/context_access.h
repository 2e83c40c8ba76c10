// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_CONTEXT_ACCESS_H_
#define BATON_RPC_GRPC_CONTEXT_ACCESS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "baton/rpc/grpc/interception.h"
#include "grpc/grpc.h"
#include "grpcpp/channel.h"
#include "grpcpp/client_context.h"
#include "grpcpp/security/auth_context.h"

// Access to private members of a ClientContext that Baton needs for further
// attempts. ClientContext declares a class template of gRPC as a friend. A
// specialization of this template for a type of Baton is therefore a friend,
// too. This is legal C++, and was checked with gRPC 1.51 and 1.83. If a later
// version removes the friend declaration, context_access.cc does not compile.
// An explicit instantiation names the interceptors of a ClientRpcInfo, which
// are private, too.
//
// These functions use no lock. For the context of an attempt, call them before
// the call of that context is created. For the application context, call them
// before its call is created, or from an interceptor of its call.
namespace baton::rpc {

// Returns the wait-for-ready setting as two flags:
// GRPC_INITIAL_METADATA_WAIT_FOR_READY and
// GRPC_INITIAL_METADATA_WAIT_FOR_READY_EXPLICITLY_SET.
uint32_t InitialMetadataFlags(const grpc::ClientContext& context);

// Returns the authority that the application has set, or "".
std::string Authority(grpc::ClientContext& context);

// Returns the server call that `context` was derived from. Returns nullptr if
// there is none.
grpc_call* ParentOf(const grpc::ClientContext& context);
// Returns which properties `context` inherits from that server call.
grpc::PropagationOptions PropagationOf(const grpc::ClientContext& context);
// Makes the call of `context` a child of `parent`. `parent` must still exist
// when the call of `context` is created.
void LinkToParent(grpc::ClientContext& context, grpc_call* parent,
                  grpc::PropagationOptions options);

// Returns the metadata that the call will send. The caller may change it until
// the call is created.
std::multimap<std::string, std::string>& SendMetadata(
    grpc::ClientContext& context);

// Returns the auth context that `context` stores, or nullptr if it stores none.
// Creates no auth context, unlike ClientContext::auth_context().
const std::shared_ptr<const grpc::AuthContext>& StoredAuthContext(
    const grpc::ClientContext& context);
// Sets the object that ClientContext::auth_context() returns.
void StoreAuthContext(grpc::ClientContext& context,
                      std::shared_ptr<const grpc::AuthContext> auth_context);

// Returns the interceptors of the call of `context`. Empty before the call is
// created. `context` owns them until its end.
const std::vector<std::unique_ptr<Interceptor>>& InterceptorsOf(
    const grpc::ClientContext& context);

// Returns the channel of the call of `context`. Returns nullptr before the call
// is created.
std::shared_ptr<grpc::ChannelInterface> ChannelOf(
    const grpc::ClientContext& context);

// Sets the text that ClientContext::debug_error_string() returns.
void SetDebugErrorString(grpc::ClientContext& context,
                         const std::string& debug_error_string);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_CONTEXT_ACCESS_H_
