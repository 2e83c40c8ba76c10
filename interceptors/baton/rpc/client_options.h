// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CLIENT_OPTIONS_H_
#define BATON_RPC_CLIENT_OPTIONS_H_

#include <memory>
#include <vector>

#include "baton/core/attempt_observer.h"
#include "baton/core/classifier.h"
#include "baton/core/health_gate.h"
#include "baton/core/policy_source.h"
#include "baton/rpc/interception.h"

namespace baton::rpc {

// What becomes of gRPC's own retries on a channel that we build.
enum class CoreRetries {
  // It goes on with its transparent retries, of requests that never reached a
  // server's application, which cost nothing and need no permission; and has no
  // retry policy, since it does not take a service config from the resolver.
  kTransparentOnly,
  // None at all. A connection that is closed in an orderly way may then cost
  // calls that are not idempotent.
  kOff,
  // As the channel arguments and the resolver say. Its retries come on top of
  // ours.
  kAsIs,
};

// What the answers of calls are made of.
enum class MessageCodec {
  kProtobuf,  // generated stubs
  kBytes,     // generic stubs: grpc::ByteBuffer in and out
};

struct ClientOptions {
  // Read anew by each call, so that a reload needs no new channel. Null: the
  // defaults, see docs/defaults.md.
  std::shared_ptr<core::PolicySource> policy;
  // Decides the class of outcomes in place of the policy's codes. Null: those.
  std::shared_ptr<const core::Classifier> classifier;
  // Sees every call and attempt. Null: nobody does.
  std::shared_ptr<core::CallObserverFactory> observers;
  core::HealthGateOptions health;
  CoreRetries core_retries = CoreRetries::kTransparentOnly;
  MessageCodec codec = MessageCodec::kProtobuf;
  // Add a sentence to the message of errors after more than one attempt: how
  // many, how long, and why there were no more.
  bool explain_errors = true;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CLIENT_OPTIONS_H_
