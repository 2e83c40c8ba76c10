// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_SERVER_H_
#define BATON_SERVER_H_

#include "baton/core/deadline_refusal.h"
#include "baton/core/listener_options.h"
#include "baton/core/request_observer.h"
#include "baton/core/request_observer_list.h"
#include "baton/core/retry_advice.h"
#include "baton/core/retry_share_gate.h"
#include "baton/rpc/install_server.h"
#include "baton/rpc/request_scope.h"
#include "baton/rpc/server_counters.h"
#include "baton/rpc/server_options.h"

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

using rpc::InstallServer;
using rpc::RequestScope;
using rpc::ScopedAttach;
using rpc::ServerCounters;
using rpc::ServerInterceptorFactories;
using rpc::ServerOptions;

// Parts of the options.
using core::DeadlineRefusalOptions;
using core::ListenerOptions;
using core::RetryShareOptions;

// The argument of RequestScope::DoNotRetry().
using core::RetryAdvice;

// Base of application observers.
using core::RequestObserver;
using core::RequestObserverFactory;

// Combines several observers.
using core::CombineRequestObservers;

}  // namespace baton

#endif  // BATON_SERVER_H_
