// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CLIENT_OPTIONS_H_
#define BATON_CLIENT_OPTIONS_H_

#include "baton/base/export.h"

#include <memory>
#include <optional>
#include <vector>

#include "baton/backoff.h"
#include "baton/call_observer.h"
#include "baton/classifier.h"
#include "baton/policy/core_retries.h"
#include "baton/policy/policy.h"
#include "baton/policy/policy_source.h"
#include "baton/policy/reconnect_options.h"
#include "baton/telemetry_interface.h"
#include "grpcpp/channel.h"

namespace BATON_EXPORT baton {

// The options of a channel. A value.
struct ClientOptions {
  // The policy of the channel's calls. For defaults see docs/defaults.md.
  Policy policy;
  // If not null, the source replaces `policy`. Each call reads the current
  // policy from the source. A reload therefore needs no new channel.
  std::shared_ptr<PolicySource> policy_source;
  // Decides whether another attempt might succeed after a failure. Null: the
  // `retry.classifier` section of the policy decides, see StatusClassifier.
  std::shared_ptr<const Classifier> classifier;
  // Chooses the waits before retries. Null: the backoff curves of the policy
  // apply.
  std::shared_ptr<const Backoff> backoff;
  // Receives spans and metrics of every call. To create it, call
  // OpenTelemetry() of baton/telemetry.h. Use the same object for all channels
  // and the server of a service. Null: no telemetry.
  std::shared_ptr<Telemetry> telemetry;
  // Observes every call and attempt. Receives each event after `telemetry`. Use
  // CombineCallObservers() for several observers. Null: no observer.
  std::shared_ptr<CallObserverFactory> observers;
  // The fallback channels: other channels for the later attempts of calls, in
  // this order, and for first attempts while the primary channel has no
  // connection. At most 4. The `fallback` section of the policy selects the
  // calls and attempts that use them, by default for read-only calls. Attempts
  // on a fallback channel carry the same metadata and credentials as on the
  // primary channel.
  //
  // Any kind of channel is allowed, but it must not make retries itself. Baton
  // assumes that `core_retries` also applies to it. If CreateChannel() created
  // the channel, Baton ignores the policy and the observers of that channel.
  // CreateChannel() rejects an `external` fallback channel, unless these
  // options are `external` as well. Default: no fallback channels.
  std::vector<std::shared_ptr<grpc::Channel>> fallback_channels;
  // Whether the servers of the channel belong to others, such as a third party.
  // If true, Baton sends no `retry-budget` header and no baggage: they would
  // show what happens inside, and a stranger could spend the grant. The calls
  // keep the whole grant, as with the owner KEEP. From `retry-advice` Baton
  // believes only `r=no`. gRPC's own pushback applies as on other channels.
  bool external = false;
  // Whether calls of an `external` channel send the trace context, such as
  // `traceparent`. It has ids and the sampling decision, and no other data.
  bool external_trace_context = true;
  // The retries that gRPC core itself makes on the channel. Not set:
  // kTransparentOnly, and with gRPC before 1.82 kOff on an `external` channel.
  // With retries of its own, such a gRPC aborts the process if a server ends a
  // stream without `grpc-status`. A stranger must not be able to do that.
  std::optional<CoreRetries> core_retries;
  // How soon a channel of CreateChannel() tries again to connect while its
  // calls wait for a connection. Not for fallback channels, and not for
  // channels that the application creates itself. See
  // docs/threads-and-connections.md.
  ReconnectOptions reconnect;
  // If a call with more than one attempt fails, Baton adds a sentence to its
  // error message. The sentence has the number of attempts, the time, and the
  // reason why there were no more attempts. If the only attempt of a call fails
  // and may have taken effect, Baton adds "(outcome unknown)" to messages of
  // gRPC, and never to messages of a server. False: the message stays
  // unchanged.
  bool explain_errors = true;
};

}  // namespace baton

#endif  // BATON_CLIENT_OPTIONS_H_
