// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_SERVICE_ACCESS_H_
#define BATON_RPC_GRPC_SERVICE_ACCESS_H_

#include <memory>
#include <string>
#include <vector>

#include "grpcpp/impl/rpc_service_method.h"
#include "grpcpp/server_builder.h"

// Access to private members of a server, with which Baton wraps the server's
// handlers. An explicit instantiation may name private members. This is legal
// C++, and was checked with gRPC 1.51. If a later version renames the members,
// service_access.cc does not compile.
namespace baton::rpc {

using MethodHandler = grpc::internal::MethodHandler;
using ServiceMethod = grpc::internal::RpcServiceMethod;

// Replaces the handler of each method with the result of `wrap`. Does this for
// all services that are registered with `builder` at this time.
// Completion-queue methods and generic services have no handler.
void WrapHandlers(grpc::ServerBuilder& builder,
                  std::unique_ptr<MethodHandler> (*wrap)(
                      const ServiceMethod& method,
                      std::unique_ptr<MethodHandler> handler));

// Returns the names of the methods of these services, such as
// "/shop.v1.Inventory/Get". Omits methods that a generic service serves.
std::vector<std::string> MethodNames(grpc::ServerBuilder& builder);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_SERVICE_ACCESS_H_
