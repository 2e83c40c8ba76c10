// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_SERVICE_ACCESS_H_
#define BATON_RPC_GRPC_SERVICE_ACCESS_H_

#include <memory>

#include "grpcpp/impl/rpc_service_method.h"
#include "grpcpp/server_builder.h"

// The parts of a server that gRPC keeps to itself and whoever wants to know
// when a handler runs cannot do without. An explicit instantiation may name
// private members: legal C++, and checked on gRPC 1.51; should a later version
// rename them, service_access.cc stops compiling rather than working.
namespace baton::rpc {

using MethodHandler = grpc::internal::MethodHandler;
using ServiceMethod = grpc::internal::RpcServiceMethod;

// Replaces the handler of every method of the services that were registered
// with `builder` so far by what `wrap` makes of it. Methods that are served
// from a completion queue have none, and nor do generic services.
void WrapHandlers(grpc::ServerBuilder& builder,
                  std::unique_ptr<MethodHandler> (*wrap)(
                      const ServiceMethod& method,
                      std::unique_ptr<MethodHandler> handler));

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_SERVICE_ACCESS_H_
