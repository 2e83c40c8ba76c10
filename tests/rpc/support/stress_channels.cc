// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/rpc/support/stress_channels.h"

#include <atomic>
#include <utility>

#include "baton/client.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"

namespace baton {

Policy StressPolicy() {
  Policy policy;
  policy.process_budget = ProcessBudgetOptions::Unlimited();
  MethodPolicy& everything = policy.everything();
  everything.idempotency = Idempotency::kIdempotent;
  everything.fallback.eligible_calls = FallbackCalls::kIdempotent;
  everything.fallback.from_attempt = 2;
  everything.deadline.default_timeout = absl::Seconds(1);
  everything.retry.backoff.initial = absl::Milliseconds(4);
  everything.retry.backoff.max = absl::Milliseconds(20);
  everything.retry.throttled.backoff = everything.retry.backoff;
  return policy;
}

std::shared_ptr<grpc::Channel> NewStressChannel(
    const std::string& address, Flavor flavor, const Policy& policy,
    std::vector<std::shared_ptr<grpc::Channel>> fallbacks) {
  grpc::ChannelArguments arguments;
  // Reconnects quickly to a restarted server.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 20);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 20);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 50);
  if (flavor == Flavor::kBare) {
    return grpc::CreateCustomChannel(
        address, grpc::InsecureChannelCredentials(), arguments);
  }
  ClientOptions options;
  options.policy = policy;
  options.policy.retry_breaker.enabled = false;
  options.fallback_channels = std::move(fallbacks);
  // Half of the channels make all attempts separately, half make first attempts
  // in place.
  static std::atomic<int> made{0};
  auto channel = CreateChannel(
      address, grpc::InsecureChannelCredentials(), options, arguments,
      made++ % 2 == 0 ? ClientInterceptorFactories() : PassingInterceptors());
  EXPECT_TRUE(channel.ok()) << channel.status();
  return *std::move(channel);
}

StressChannels::StressChannels(std::vector<std::string> addresses)
    : addresses_(std::move(addresses)), policy_(StressPolicy()) {
  for (std::size_t server = 0; server < addresses_.size(); ++server) {
    for (const Flavor flavor : {Flavor::kBaton, Flavor::kBare}) {
      channels_.push_back(New(server, flavor));
    }
  }
}

std::shared_ptr<grpc::Channel> StressChannels::New(std::size_t server,
                                                   Flavor flavor) const {
  std::vector<std::shared_ptr<grpc::Channel>> fallbacks;
  static std::atomic<int> made{0};
  const std::string& other = addresses_[(server + 1) % addresses_.size()];
  switch (made++ % 3) {
    case 0:
      fallbacks.push_back(NewStressChannel(other, flavor, policy_));
      [[fallthrough]];
    case 1:
      fallbacks.push_back(NewStressChannel(other, Flavor::kBare, policy_));
      break;
    default:
      break;
  }
  return NewStressChannel(addresses_[server], flavor, policy_,
                          std::move(fallbacks));
}

std::shared_ptr<grpc::Channel> StressChannels::Get(std::size_t server,
                                                   Flavor flavor) {
  std::lock_guard<std::mutex> lock(mutex_);
  return channels_[IndexOf(server, flavor)];
}

void StressChannels::Replace(std::size_t server, Flavor flavor) {
  auto channel = New(server, flavor);
  {
    std::lock_guard<std::mutex> lock(mutex_);
    channels_[IndexOf(server, flavor)].swap(channel);
  }
}

}  // namespace baton
