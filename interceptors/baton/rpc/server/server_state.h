// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_SERVER_STATE_H_
#define BATON_RPC_SERVER_SERVER_STATE_H_

#include <memory>
#include <utility>

#include "baton/core/limits/expired_request_rejection.h"
#include "baton/core/limits/retry_ratio_limiter.h"
#include "baton/policy/policy.h"
#include "baton/request_observer.h"
#include "baton/server_options.h"

namespace baton::rpc {

// What all requests of one server share; every request keeps it alive.
// Thread-safe.
class ServerState {
 public:
  // Of options that were checked.
  explicit ServerState(ServerOptions options)
      : options_(std::move(options)),
        observers_(
            CombineRequestObservers({options_.telemetry, options_.observers})),
        retry_share_(options_.retry_share),
        deadline_refusal_(options_.deadline_refusal),
        counters_(options_.counters != nullptr
                      ? options_.counters
                      : std::make_shared<ServerCounters>()) {}

  // Calls `use` with the listener's options as of now.
  template <typename Use>
  auto WithListener(Use use) const {
    if (options_.policy_source == nullptr) return use(options_.listener);
    const std::shared_ptr<const Policy> policy =
        options_.policy_source->Current();
    return use(policy->listener);
  }

  // All that the options want to watch its requests; nullptr if nobody does.
  RequestObserverFactory* observers() const { return observers_.get(); }
  core::RetryShareGate& retry_share() { return retry_share_; }
  core::DeadlineRefusal& deadline_refusal() { return deadline_refusal_; }
  ServerCounters& counters() { return *counters_; }

 private:
  const ServerOptions options_;
  const std::shared_ptr<RequestObserverFactory> observers_;
  core::RetryShareGate retry_share_;
  core::DeadlineRefusal deadline_refusal_;
  const std::shared_ptr<ServerCounters> counters_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_SERVER_STATE_H_
