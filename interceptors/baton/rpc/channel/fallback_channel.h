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

// A fallback channel, with the data that calls have collected about it. Owned
// by the state of the primary channel. Thread-safe.
//
// The fallback channel has its own health gate. Otherwise a failing primary
// target would look healthy because of successful attempts on the fallback
// channel. It also has its own record of whether its target participates,
// because the primary target may participate and this target not, or the other
// way round. It shares the process budget of the primary target, which limits
// the retries of this process.
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
