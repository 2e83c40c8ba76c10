// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_INTERCEPTOR_FACTORIES_H_
#define BATON_INTERCEPTOR_FACTORIES_H_

#include "baton/base/export.h"

#include <memory>
#include <vector>

#include "grpcpp/support/client_interceptor.h"
#include "grpcpp/support/server_interceptor.h"

namespace BATON_EXPORT baton {

// Factories of the application's own client interceptors. gRPC keeps this type
// in its `experimental` namespace.
using ClientInterceptorFactories = std::vector<
    std::unique_ptr<grpc::experimental::ClientInterceptorFactoryInterface>>;
// Factories of the application's own server interceptors.
using ServerInterceptorFactories = std::vector<
    std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>>;

}  // namespace baton

#endif  // BATON_INTERCEPTOR_FACTORIES_H_
