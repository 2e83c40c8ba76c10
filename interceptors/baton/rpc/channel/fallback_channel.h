// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_FALLBACK_CHANNEL_H_
#define BATON_RPC_CHANNEL_FALLBACK_CHANNEL_H_

#include <memory>
#include <utility>

#include "baton/core/limits/health_gate.h"
#include "baton/rpc/channel/peer_capabilities.h"
#include "grpcpp/channel.h"

namespace baton::rpc {

// A fallback channel of a primary channel, with the state that calls have
// learned about it. Owned by the primary channel. Thread-safe.
//
// The primary target has a separate state. A failing primary target must not
// look healthy because its fallback is, and only one target may participate.
// Both share the process budget, because it limits the additional attempts of
// this process.
class FallbackChannel {
 public:
  FallbackChannel(std::shared_ptr<grpc::Channel> channel,
                  const HealthGateOptions& health)
      : channel_(std::move(channel)), health_(health) {}

  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }

  // The health gate for attempts on this channel.
  core::HealthGate& health() { return health_; }

  // Returns what the servers of this channel can do.
  PeerCapabilities& capabilities() { return capabilities_; }

 private:
  const std::shared_ptr<grpc::Channel> channel_;
  core::HealthGate health_;
  PeerCapabilities capabilities_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_FALLBACK_CHANNEL_H_
