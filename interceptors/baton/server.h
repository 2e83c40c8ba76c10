// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_SERVER_H_
#define BATON_SERVER_H_

#include "baton/core/limits/expired_request_rejection.h"
#include "baton/core/limits/retry_ratio_limiter.h"
#include "baton/core/policy/inbound_grant_options.h"
#include "baton/core/report/request_observer.h"
#include "baton/core/report/request_observer_list.h"
#include "baton/core/wire/retry_advice.h"
#include "baton/rpc/server/install_server.h"
#include "baton/rpc/server/request_scope.h"
#include "baton/rpc/server/server_counters.h"
#include "baton/rpc/server/server_options.h"

// The server's side: requests keep the retry budget they came with, and what
// their handlers call spends it.
//
//   grpc::ServerBuilder builder;
//   builder.RegisterService(&service);
//   if (absl::Status status = baton::InstallServer(&builder); !status.ok()) ...
//   auto server = builder.BuildAndStart();
//
// Calls that a synchronous handler makes on its own thread belong to its
// request by themselves, and so do those with a context that was derived from
// the server's. Elsewhere a scope ties them:
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

// For DoNotRetry.
using core::RetryAdvice;

// For an observer of one's own.
using core::RequestObserver;
using core::RequestObserverFactory;

// For several of them.
using core::CombineRequestObservers;

}  // namespace baton

#endif  // BATON_SERVER_H_
