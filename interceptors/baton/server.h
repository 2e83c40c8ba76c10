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

namespace baton {

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

}  // namespace baton

#endif  // BATON_SERVER_H_
