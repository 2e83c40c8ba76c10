// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_STRESS_CHANNELS_H_
#define BATON_TESTS_RPC_SUPPORT_STRESS_CHANNELS_H_

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "baton/policy/policy.h"
#include "grpcpp/grpcpp.h"

namespace baton {

enum class Flavor { kBaton, kBare };

// Sets a policy that retries soon and often.
Policy StressPolicy();

// Returns a new channel with Baton and the given fallbacks, or a bare channel
// of gRPC.
std::shared_ptr<grpc::Channel> NewStressChannel(
    const std::string& address, Flavor flavor, const Policy& policy,
    std::vector<std::shared_ptr<grpc::Channel>> fallbacks = {});

// A channel of each flavor to each server. Any channel may be replaced at any
// time, and calls in flight are then its last owners. Some channels have
// another server as a fallback. Thread-safe.
class StressChannels {
 public:
  explicit StressChannels(std::vector<std::string> addresses);

  std::shared_ptr<grpc::Channel> Get(std::size_t server, Flavor flavor);
  void Replace(std::size_t server, Flavor flavor);

 private:
  std::shared_ptr<grpc::Channel> New(std::size_t server, Flavor flavor) const;
  static std::size_t IndexOf(std::size_t server, Flavor flavor) {
    return server * 2 + static_cast<std::size_t>(flavor);
  }

  const std::vector<std::string> addresses_;
  const Policy policy_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<grpc::Channel>> channels_;  // guarded by mutex_
};

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_STRESS_CHANNELS_H_
