// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_SERVER_OPTIONS_H_
#define BATON_SERVER_OPTIONS_H_

#include "baton/base/export.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "baton/idempotency/replay_options.h"
#include "baton/idempotency/replay_store.h"
#include "baton/policy/inbound_grant_options.h"
#include "baton/policy/policy_source.h"
#include "baton/policy/request_limit_options.h"
#include "baton/request_observer.h"
#include "baton/server_counters.h"
#include "baton/telemetry_interface.h"

namespace grpc {
class ServerContextBase;
}  // namespace grpc

namespace BATON_EXPORT baton {

// The options of a server. A value.
struct ServerOptions {
  // Returns the caller of a request, such as its authenticated identity. Called
  // once for each request with a key. Must not block.
  using Caller = std::function<std::string(const grpc::ServerContextBase&)>;

  // Returns whether the server believes callers with the connection of this
  // request. Must not block.
  using TrustsConnection = std::function<bool(const grpc::ServerContextBase&)>;

  // How the server treats the `retry-budget` headers of its requests.
  InboundGrantOptions inbound_grant;
  // Called for each request. If it returns false, the server ignores the header
  // of the request, as with Trust::kStrip. With true, `inbound_grant` decides.
  // For servers with several ports: docs/server.md shows how to distinguish
  // them. Null: `inbound_grant` decides for all connections.
  TrustsConnection trusts_connection;
  // If not null, the server reads the current policy of this source for each
  // request. If the policy has a section `inbound_grant`, and the
  // `inbound_grant` above is not the default, the stricter one of both counts.
  // Each of its sections `retry_ratio_limit`, `expired_requests`,
  // `cancelled_requests` and `request_replay` that is given replaces all of the
  // option with the same name below (`request_replay`: `replay`).
  std::shared_ptr<PolicySource> policy_source;
  // Declares that the credentials of all ports verify client certificates, as
  // GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY does. Required
  // for `trusted_identities`, because gRPC does not show whether a certificate
  // was verified. False: Baton believes no identity.
  bool credentials_verify_clients = false;
  // The limit on the retries of each method. Above it, the server answers
  // failed requests with `retry-advice: r=no,w=overload`: do not retry, because
  // of overload.
  RetryRatioLimitOptions retry_ratio_limit;
  // The settings for requests whose deadline has passed, or almost passed, when
  // they arrive. The server counts or rejects such requests.
  ExpiredRequestOptions expired_requests;
  // Requests that are already cancelled when their handler would start. The
  // server counts or rejects them.
  CancelledRequestOptions cancelled_requests;
  // The callers whose trace context and baggage the server uses.
  enum class TraceContext {
    // The callers whose `retry-budget` header the server uses. Requests of
    // other callers start new traces: a stranger can neither hide a request
    // from traces, nor force the server to sample it, nor send baggage.
    kOfTrustedCallers,
    kOfAllCallers,
  };
  // The callers whose trace context `telemetry` uses.
  TraceContext trace_context = TraceContext::kOfTrustedCallers;
  // Receives spans and metrics of every request. OpenTelemetry() of
  // baton/telemetry.h creates it. Use the same object for the channels, so that
  // the calls of a handler appear below its request. Null: none.
  std::shared_ptr<Telemetry> telemetry;
  // Observes every request. Receives each event after `telemetry`. Use
  // CombineRequestObservers() for several observers. Null: no observer.
  std::shared_ptr<RequestObserverFactory> observers;
  // Counts the requests. Several servers may share one object. Null: no
  // counters.
  std::shared_ptr<ServerCounters> counters;
  // The methods of generic services that have their own names in telemetry:
  // "/shop.v1.Inventory/Get". All others share one name with unknown methods.
  std::vector<std::string> generic_methods;
  // Stores the answers of unary requests with an idempotency key. A repeated
  // request gets the stored answer. Null: the server ignores keys.
  std::shared_ptr<ReplayStore> replay_store;
  // How the server treats keys. The section `request_replay` of the policy of
  // `policy_source`, if there is one, replaces all of it.
  ReplayOptions replay;
  // Replaces `replay` and the policy for single methods, by name:
  // "/shop.v1.Payments/Charge".
  std::map<std::string, ReplayOptions> replay_by_method;
  // Separates the keys of callers. Null: all callers are one trust domain, and
  // a caller that knows a key of another one can get the stored answer.
  Caller caller;
};

}  // namespace baton

#endif  // BATON_SERVER_OPTIONS_H_
