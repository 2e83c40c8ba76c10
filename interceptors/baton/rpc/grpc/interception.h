// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_INTERCEPTION_H_
#define BATON_RPC_GRPC_INTERCEPTION_H_

#include "grpcpp/support/client_interceptor.h"
#include "grpcpp/support/interceptor.h"
#include "grpcpp/support/server_interceptor.h"

// gRPC's interceptor API under names of our own. It has been experimental for
// years: should it ever be promoted or renamed, this is the one file to mend.
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
