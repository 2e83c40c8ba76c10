// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_STATE_H_
#define BATON_RPC_SERVER_STATE_H_

#include <memory>
#include <utility>

#include "absl/time/time.h"
#include "baton/core/deadline_refusal.h"
#include "baton/core/policy.h"
#include "baton/core/request_observer_list.h"
#include "baton/core/retry_share_gate.h"
#include "baton/rpc/server_options.h"

namespace baton::rpc {

// The shared state of all requests of one server. Owned by the server and by
// each request. Thread-safe.
class ServerState {
 public:
  // `options` must be valid.
  explicit ServerState(ServerOptions options)
      : options_(std::move(options)),
        observers_(core::CombineRequestObservers(
            {options_.telemetry, options_.observers})),
        retry_share_(options_.retry_share),
        deadline_refusal_(options_.deadline_refusal),
        counters_(options_.counters != nullptr
                      ? options_.counters
                      : std::make_shared<ServerCounters>()) {}

  // Calls `use` with the current listener options.
  template <typename Use>
  auto WithListener(Use use) const {
    if (options_.policy_source == nullptr) return use(options_.listener);
    const std::shared_ptr<const core::Policy> policy =
        options_.policy_source->Current();
    return use(policy->listener);
  }

  // Returns the observers and the telemetry of the options as one factory, or
  // nullptr if there are none.
  core::RequestObserverFactory* observers() const { return observers_.get(); }
  core::RetryShareGate& retry_share() { return retry_share_; }
  core::DeadlineRefusal& deadline_refusal() { return deadline_refusal_; }
  // Returns the limit for the remaining time. Below or at it requests are
  // rejected.
  absl::Duration hopeless() const { return options_.deadline_refusal.hopeless; }
  ServerCounters& counters() { return *counters_; }

 private:
  const ServerOptions options_;
  const std::shared_ptr<core::RequestObserverFactory> observers_;
  core::RetryShareGate retry_share_;
  core::DeadlineRefusal deadline_refusal_;
  const std::shared_ptr<ServerCounters> counters_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_STATE_H_
