// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_FALLBACK_CHANNEL_H_
#define BATON_RPC_CHANNEL_FALLBACK_CHANNEL_H_

#include <atomic>
#include <memory>
#include <utility>

#include "baton/core/limits/health_gate.h"
#include "grpcpp/channel.h"

namespace baton::rpc {

// A channel that late attempts of another channel's calls may go to, and what
// those calls have learned of it. It is kept apart from what is known of their
// own target: one that is down must not look healthy because its fallback is,
// and what one takes part in need not be known to the other. Only the process
// budget is one for both, since it bounds what this process adds.
//
// Thread-safe.
class FallbackChannel {
 public:
  FallbackChannel(std::shared_ptr<grpc::Channel> channel,
                  const HealthGateOptions& health)
      : channel_(std::move(channel)), health_(health) {}

  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }

  // Do attempts that are made here help?
  core::HealthGate& health() { return health_; }

  // Has it ever sent `retry-advice`?
  bool takes_part() const {
    return takes_part_.load(std::memory_order_relaxed);
  }
  void NoteTakesPart() {
    // Only read once it is known, so that the cores share the cache line.
    if (!takes_part()) takes_part_.store(true, std::memory_order_relaxed);
  }

 private:
  const std::shared_ptr<grpc::Channel> channel_;
  core::HealthGate health_;
  std::atomic<bool> takes_part_{false};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_FALLBACK_CHANNEL_H_
