// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_FALLBACK_CHANNEL_H_
#define BATON_RPC_CHANNEL_FALLBACK_CHANNEL_H_

#include <memory>
#include <utility>

#include "baton/core/limits/retry_breakers.h"
#include "baton/core/limits/seen_servers.h"
#include "baton/rpc/channel/method_records.h"
#include "baton/rpc/channel/peer_capabilities.h"
#include "grpcpp/channel.h"

namespace baton::rpc {

// A fallback channel, with the data that calls have collected about it. Owned
// by the state of the primary channel. Thread-safe.
//
// The fallback channel has its own retry breakers. Otherwise successful
// attempts on the fallback channel would close the breakers of a failing
// primary target. It also has its own record of whether its target
// participates, because the primary target may participate and this target not,
// or the other way round. It shares the process budget of the primary target,
// which limits the retries of this process.
class FallbackChannel {
 public:
  explicit FallbackChannel(std::shared_ptr<grpc::Channel> channel)
      : channel_(std::move(channel)) {}

  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }

  // Returns the retry breakers for attempts of `method` on this channel.
  core::RetryBreakers BreakersOf(absl::string_view method) {
    MethodRecord* const record = methods_.Find(method);
    return {record == nullptr ? methods_.shared().breaker : record->breaker,
            breaker_};
  }

  // Returns what the servers of this channel can do.
  PeerCapabilities& capabilities() { return capabilities_; }
  // Returns what is known about the number of these servers.
  core::SeenServers& servers() { return servers_; }

 private:
  const std::shared_ptr<grpc::Channel> channel_;
  core::RetryBreaker breaker_{core::RetryBreaker::kOfTarget};
  MethodRecords methods_;
  PeerCapabilities capabilities_;
  core::SeenServers servers_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_FALLBACK_CHANNEL_H_
