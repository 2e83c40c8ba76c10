// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CLIENT_OPTIONS_H_
#define BATON_CLIENT_OPTIONS_H_

#include <memory>
#include <vector>

#include "baton/call_observer.h"
#include "baton/classifier.h"
#include "baton/core_retries.h"
#include "baton/health_gate_options.h"
#include "baton/policy/policy.h"
#include "baton/policy/policy_source.h"
#include "baton/telemetry_interface.h"
#include "grpcpp/channel.h"

namespace baton {

// The type of the messages that the application passes to its calls.
enum class MessageCodec {
  kProtobuf,  // generated stubs
  kBytes,     // generic stubs: grpc::ByteBuffer in and out
};

// The options of a channel. A value.
struct ClientOptions {
  // The policy of the channel's calls. For defaults see docs/defaults.md.
  Policy policy;
  // If not null, replaces `policy`. Each call reads it, so that a reload needs
  // no new channel.
  std::shared_ptr<PolicySource> policy_source;
  // Classifies outcomes. Null: the status codes in the policy decide.
  std::shared_ptr<const Classifier> classifier;
  // Receives spans and metrics of every call. OpenTelemetry() of
  // baton/telemetry.h creates it. Use the same object for all channels and the
  // server of a service. Null: none.
  std::shared_ptr<Telemetry> telemetry;
  // Observes every call and attempt, after `telemetry`. CombineCallObservers()
  // combines several observers. Null: none.
  std::shared_ptr<CallObserverFactory> observers;
  // The health gate of the target, which blocks unsuccessful retries.
  HealthGateOptions health;
  // The channels for later attempts and hedges of read-only calls, in this
  // order, if the policy sets `fallback`. At most 4. Attempts on them carry the
  // same metadata and credentials as on the primary channel.
  //
  // Any kind of channel is allowed, but it must not make retries of its own:
  // Baton assumes that `core_retries` also holds for it. For a channel from
  // CreateChannel(), Baton ignores the policy and the observers of that
  // channel. Default: none.
  std::vector<std::shared_ptr<grpc::Channel>> fallback_channels;
  // The retries that gRPC core itself makes on the channel.
  CoreRetries core_retries = CoreRetries::kTransparentOnly;
  // The type of the messages of the calls on the channel.
  MessageCodec codec = MessageCodec::kProtobuf;
  // Whether Baton adds a sentence to the error message of a call with more than
  // one attempt: the number of attempts, the time, and why there were no more.
  bool explain_errors = true;
};

}  // namespace baton

#endif  // BATON_CLIENT_OPTIONS_H_
