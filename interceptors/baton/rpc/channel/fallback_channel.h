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

  // Returns whether the target of this channel has ever sent `retry-advice`.
  bool participates() const {
    return participates_.load(std::memory_order_relaxed);
  }
  // Records that the target has sent `retry-advice`.
  void NoteParticipation() {
    // Writes only once. After that, all cores can read the cache line without
    // contention.
    if (!participates()) participates_.store(true, std::memory_order_relaxed);
  }

 private:
  const std::shared_ptr<grpc::Channel> channel_;
  core::HealthGate health_;
  std::atomic<bool> participates_{false};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_FALLBACK_CHANNEL_H_
