// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_SERVER_H_
#define BATON_SERVER_H_

#include "baton/base/export.h"

#include "absl/status/status.h"
#include "baton/interceptor_factories.h"
#include "baton/request_observer.h"
#include "baton/request_report.h"
#include "baton/request_scope.h"
#include "baton/retry_advice.h"
#include "baton/server_counters.h"
#include "baton/server_options.h"
#include "grpcpp/server_builder.h"

// The server side of Baton. Each request keeps the grant of its `retry-budget`
// header: the number of extra attempts that it may cause. The calls of the
// request's handler spend this grant.
//
//   grpc::ServerBuilder builder;
//   builder.RegisterService(&service);
//   if (absl::Status status = baton::InstallServer(&builder); !status.ok()) ...
//   auto server = builder.BuildAndStart();
//
// Two kinds of calls belong to the request automatically: calls that a
// synchronous handler makes on its own thread, and calls with a context that is
// derived from the server's context. For all other calls, use a scope:
//
//   const auto scope = baton::RequestScope::From(context);
//   const auto outgoing = scope.NewClientContext();
namespace BATON_EXPORT baton {

// Installs Baton in the server that `builder` will build. Call it once per
// builder, before BuildAndStart().
//
// A builder has only one list of interceptors, and each call that sets this
// list replaces the old list. Pass the application's interceptors here. In the
// new list they come before Baton's interceptor. Baton sees requests first and
// statuses last.
//
// If an option is invalid, returns INVALID_ARGUMENT with a list of all errors
// and installs nothing.
absl::Status InstallServer(grpc::ServerBuilder* builder,
                           ServerOptions options = {},
                           ServerInterceptorFactories interceptors = {});

}  // namespace baton

#endif  // BATON_SERVER_H_
