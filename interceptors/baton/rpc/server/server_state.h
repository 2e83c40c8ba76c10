// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_SERVER_STATE_H_
#define BATON_RPC_SERVER_SERVER_STATE_H_

#include <memory>
#include <utility>

#include "baton/core/limits/expired_request_rejection.h"
#include "baton/core/limits/retry_ratio_limiters.h"
#include "baton/policy/policy.h"
#include "baton/request_observer.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/runtime/stall_ticker.h"
#include "baton/server_options.h"

namespace baton::rpc {

// The state that all requests of one server share. Owned by the server and by
// each request. Thread-safe.
class ServerState {
 public:
  // `options` must be valid. `runtime` must outlive this object.
  explicit ServerState(ServerOptions options,
                       Runtime& runtime = Runtime::Process())
      : runtime_(runtime),
        options_(std::move(options)),
        observers_(
            CombineRequestObservers({options_.telemetry, options_.observers})),
        retry_ratio_limiters_(options_.retry_ratio_limit),
        expired_request_rejection_(options_.expired_requests),
        counters_(options_.counters != nullptr
                      ? options_.counters
                      : std::make_shared<ServerCounters>()) {}

  Runtime& runtime() const { return runtime_; }

  // Calls `use` with the current options for the `retry-budget` header, and
  // returns its result. If both the application and the policy have set
  // options, `use` also gets the options of the application. Otherwise its
  // second argument is null.
  template <typename Use>
  auto WithInboundGrant(Use use) const {
    const InboundGrantOptions& own = options_.inbound_grant;
    if (options_.policy_source == nullptr) return use(own, nullptr);
    const std::shared_ptr<const Policy> policy =
        options_.policy_source->Current();
    if (!policy->inbound_grant.has_value()) return use(own, nullptr);
    return use(*policy->inbound_grant,
               own == InboundGrantOptions() ? nullptr : &own);
  }

  // Returns whether the server believes callers with the connection of this
  // request.
  bool TrustsConnection(const grpc::ServerContextBase& context) const {
    return !options_.trusts_connection || options_.trusts_connection(context);
  }

  // Returns one factory for the telemetry and the observers of the options.
  // Returns nullptr if there are none.
  RequestObserverFactory* observers() const { return observers_.get(); }
  core::RetryRatioLimiters& retry_ratio_limiters() {
    return retry_ratio_limiters_;
  }
  core::ExpiredRequestRejection& expired_request_rejection() {
    return expired_request_rejection_;
  }
  const CancelledRequestOptions& cancelled_requests() const {
    return options_.cancelled_requests;
  }
  // Returns the limit for the remaining time. Below or at it requests are
  // rejected.
  absl::Duration min_remaining() const {
    return options_.expired_requests.min_remaining;
  }
  const std::shared_ptr<StallTicker>& stall_ticker() const {
    return stall_ticker_;
  }
  ServerCounters& counters() { return *counters_; }
  const std::shared_ptr<ServerCounters>& shared_counters() const {
    return counters_;
  }

  // Returns null if the server has no replay store.
  const std::shared_ptr<ReplayStore>& replay_store() const {
    return options_.replay_store;
  }
  // Returns how the server treats the keys of a method.
  ReplayOptions ReplayOptionsOf(const std::string& method) const {
    const auto found = options_.replay_by_method.find(method);
    if (found != options_.replay_by_method.end()) return found->second;
    if (options_.policy_source == nullptr) return options_.replay;
    const std::shared_ptr<const Policy> policy =
        options_.policy_source->Current();
    return policy->request_replay.value_or(options_.replay);
  }
  const ServerOptions::Caller& caller() const { return options_.caller; }

 private:
  Runtime& runtime_;
  const ServerOptions options_;
  const std::shared_ptr<StallTicker> stall_ticker_ =
      std::make_shared<StallTicker>(runtime_);
  const std::shared_ptr<RequestObserverFactory> observers_;
  core::RetryRatioLimiters retry_ratio_limiters_;
  core::ExpiredRequestRejection expired_request_rejection_;
  const std::shared_ptr<ServerCounters> counters_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_SERVER_STATE_H_
