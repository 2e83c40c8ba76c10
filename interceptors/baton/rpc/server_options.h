// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_OPTIONS_H_
#define BATON_RPC_SERVER_OPTIONS_H_

#include <memory>

#include "baton/core/deadline_refusal.h"
#include "baton/core/listener_options.h"
#include "baton/core/policy_source.h"
#include "baton/core/request_observer.h"
#include "baton/core/retry_share_gate.h"
#include "baton/core/telemetry.h"
#include "baton/rpc/server_counters.h"

namespace baton::rpc {

struct ServerOptions {
  // How the server treats the `retry-budget` headers of its requests.
  core::ListenerOptions listener;
  // If not null, the `listener` section of its policy replaces `listener`. Each
  // request reads it.
  std::shared_ptr<core::PolicySource> policy_source;
  // Limits the retries among the requests. Above the limit the server answers
  // failures with r=no, w=overload.
  core::RetryShareOptions retry_share;
  // Requests whose deadline has passed, or almost passed, when they arrive. The
  // server counts or rejects them.
  core::DeadlineRefusalOptions deadline_refusal;
  // Receives spans and metrics of every request. OpenTelemetry() of
  // baton/telemetry.h creates it. Use the same object for the channels, so that
  // the calls of a handler appear below its request. Null: none.
  std::shared_ptr<core::Telemetry> telemetry;
  // Observes every request, after `telemetry`. CombineRequestObservers()
  // combines several observers. Null: none.
  std::shared_ptr<core::RequestObserverFactory> observers;
  // Counts the requests. Several servers may share it. Null: no counters.
  std::shared_ptr<ServerCounters> counters;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_OPTIONS_H_
