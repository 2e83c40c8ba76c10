// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_INSTALL_SERVER_H_
#define BATON_RPC_SERVER_INSTALL_SERVER_H_

#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/server/server_options.h"
#include "grpcpp/server_builder.h"

namespace baton::rpc {

using ServerInterceptorFactories =
    std::vector<std::unique_ptr<ServerInterceptorFactoryInterface>>;

// Makes the server that `builder` will build keep to the budgets of its
// requests. Once per builder, at any time before BuildAndStart().
//
// A builder has one list of interceptors, and setting it replaces it: pass the
// application's own here. They come before ours, which sees requests first and
// statuses last.
//
// INVALID_ARGUMENT, naming every bad field and with nothing installed, if the
// options are not valid.
absl::Status InstallServer(grpc::ServerBuilder* builder,
                           ServerOptions options = {},
                           ServerInterceptorFactories interceptors = {});

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_INSTALL_SERVER_H_
