// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_SERVER_OPTIONS_H_
#define BATON_RPC_SERVER_SERVER_OPTIONS_H_

#include <memory>

#include "baton/core/limits/expired_request_rejection.h"
#include "baton/core/limits/retry_ratio_limiter.h"
#include "baton/core/policy/inbound_grant_options.h"
#include "baton/core/policy/policy_source.h"
#include "baton/core/report/request_observer.h"
#include "baton/core/report/telemetry.h"
#include "baton/rpc/server/server_counters.h"

namespace baton::rpc {

struct ServerOptions {
  // What is made of the budgets that requests bring.
  core::ListenerOptions listener;
  // If not null, the `listener` section of its policy counts in place of the
  // one above. It is read anew by each request.
  std::shared_ptr<core::PolicySource> policy_source;
  // When retries among the requests are too many, failures are answered with
  // r=no, w=overload.
  core::RetryShareOptions retry_share;
  // Requests whose deadline has passed, or nearly, when they arrive: counted,
  // or not served.
  core::DeadlineRefusalOptions deadline_refusal;
  // Spans and metrics of every request; OpenTelemetry() of baton/telemetry.h
  // makes one. To be the same as the channels have, so that the calls of a
  // handler are found below its request. Null: none.
  std::shared_ptr<core::Telemetry> telemetry;
  // Sees every request, after `telemetry`. Null: nobody does. Several are made
  // one by CombineRequestObservers().
  std::shared_ptr<core::RequestObserverFactory> observers;
  // Counts the requests; may be shared by servers. Null: nobody counts.
  std::shared_ptr<ServerCounters> counters;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_SERVER_OPTIONS_H_
