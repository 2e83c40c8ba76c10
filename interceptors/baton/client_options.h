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

// What the answers of calls are made of.
enum class MessageCodec {
  kProtobuf,  // generated stubs
  kBytes,     // generic stubs: grpc::ByteBuffer in and out
};

struct ClientOptions {
  // The policy of the channel's calls; the defaults are in docs/defaults.md.
  Policy policy;
  // If not null, counts in place of `policy`. It is read anew by each call, so
  // that a reload needs no new channel.
  std::shared_ptr<PolicySource> policy_source;
  // Decides the class of outcomes in place of the policy's codes. Null: those.
  std::shared_ptr<const Classifier> classifier;
  // Spans and metrics of every call; OpenTelemetry() of baton/telemetry.h makes
  // one. A service gives the same one to its channels and its server. Null:
  // none.
  std::shared_ptr<Telemetry> telemetry;
  // Sees every call and attempt, after `telemetry`. Null: nobody does. Several
  // are made one by CombineCallObservers().
  std::shared_ptr<CallObserverFactory> observers;
  HealthGateOptions health;
  // Where late attempts and hedges of read-only calls go, in this order, when
  // the policy says so (`fallback`); at most 4. They carry what the call
  // carries, its credentials and metadata included. Any channels; what
  // `core_retries` says is taken to be true of them as well, so they must not
  // retry on top of Baton. One that was made by CreateChannel does not: its own
  // policy and observers are not asked. Default: none.
  std::vector<std::shared_ptr<grpc::Channel>> fallback_channels;
  CoreRetries core_retries = CoreRetries::kTransparentOnly;
  MessageCodec codec = MessageCodec::kProtobuf;
  // Add a sentence to the message of errors after more than one attempt: how
  // many, how long, and why there were no more.
  bool explain_errors = true;
};

}  // namespace baton

#endif  // BATON_CLIENT_OPTIONS_H_
