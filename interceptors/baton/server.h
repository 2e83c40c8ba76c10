// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_SERVER_H_
#define BATON_SERVER_H_

#include "absl/status/status.h"
#include "baton/interceptor_factories.h"
#include "baton/request_observer.h"
#include "baton/request_report.h"
#include "baton/request_scope.h"
#include "baton/retry_advice.h"
#include "baton/server_counters.h"
#include "baton/server_options.h"
#include "grpcpp/server_builder.h"

// The server side: each request keeps the grant of its `retry-budget` header,
// and the calls of its handler spend it.
//
//   grpc::ServerBuilder builder;
//   builder.RegisterService(&service);
//   if (absl::Status status = baton::InstallServer(&builder); !status.ok()) ...
//   auto server = builder.BuildAndStart();
//
// Calls that a synchronous handler makes on its own thread belong to its
// request automatically. Calls with a context that is derived from the server's
// context do, too. A scope links all other calls to the request:
//
//   const auto scope = baton::RequestScope::From(context);
//   const auto outgoing = scope.NewClientContext();
namespace baton {

// Installs Baton in the server that `builder` will build. Call it once per
// builder, at any time before BuildAndStart().
//
// A builder has only one list of interceptors, and setting the list replaces
// it. Pass the application's interceptors here. They precede Baton's
// interceptor. Baton sees requests first and statuses last.
//
// If the options are invalid, returns INVALID_ARGUMENT with a list of all
// errors and installs nothing.
absl::Status InstallServer(grpc::ServerBuilder* builder,
                           ServerOptions options = {},
                           ServerInterceptorFactories interceptors = {});

}  // namespace baton

#endif  // BATON_SERVER_H_
