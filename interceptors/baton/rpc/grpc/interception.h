// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_INTERCEPTION_H_
#define BATON_RPC_GRPC_INTERCEPTION_H_

#include "grpcpp/support/client_interceptor.h"
#include "grpcpp/support/interceptor.h"
#include "grpcpp/support/server_interceptor.h"

// Shorter names for the types of gRPC's interceptor API, which gRPC keeps in
// its `experimental` namespace. If gRPC renames the API, change this file and
// the two calls that install interceptors:
// CreateCustomChannelWithInterceptors() in create_channel.cc and
// SetInterceptorCreators() in install_server.cc.
namespace baton::rpc {

using Interceptor = grpc::experimental::Interceptor;
using InterceptorBatchMethods = grpc::experimental::InterceptorBatchMethods;
using Hook = grpc::experimental::InterceptionHookPoints;

using ClientRpcInfo = grpc::experimental::ClientRpcInfo;
using ClientInterceptorFactoryInterface =
    grpc::experimental::ClientInterceptorFactoryInterface;

using ServerRpcInfo = grpc::experimental::ServerRpcInfo;
using ServerInterceptorFactoryInterface =
    grpc::experimental::ServerInterceptorFactoryInterface;

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_INTERCEPTION_H_
