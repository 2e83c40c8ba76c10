// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_SERVER_STATE_H_
#define BATON_RPC_SERVER_SERVER_STATE_H_

#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "baton/core/limits/expired_request_rejection.h"
#include "baton/core/limits/retry_ratio_limiters.h"
#include "baton/request_observer.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/runtime/stall_ticker.h"
#include "baton/rpc/server/inbound_metadata.h"
#include "baton/rpc/server/server_settings.h"
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
        counters_(options_.counters != nullptr
                      ? options_.counters
                      : std::make_shared<ServerCounters>()) {
    AddMethods(options_.generic_methods);
  }

  Runtime& runtime() const { return runtime_; }

  // Returns what the server knows of the connection of this request.
  InboundMetadata::Connection ConnectionOf(
      const grpc::ServerContextBase& context) const {
    return {!options_.trusts_connection || options_.trusts_connection(context),
            options_.credentials_verify_clients};
  }
  // Returns the settings for a request that arrives now. This object must
  // outlive them.
  ServerSettings Settings() const { return ServerSettings(options_); }

  // Adds methods that the server serves, such as "/shop.v1.Inventory/Get". Must
  // run before the server starts.
  void AddMethods(const std::vector<std::string>& methods) {
    methods_.insert(methods.begin(), methods.end());
    retry_ratio_limiters_.AddMethods(methods);
  }
  // Returns whether the server serves the method.
  bool HasMethod(const std::string& method) const {
    return methods_.count(method) > 0;
  }

  bool UsesTraceContextOfStrangers() const {
    return options_.trace_context == ServerOptions::TraceContext::kOfAllCallers;
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
  // gRPC adds its own services after all others, so they are always here.
  std::unordered_set<std::string> methods_ = {
      "/grpc.health.v1.Health/Check", "/grpc.health.v1.Health/Watch",
      "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
      "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_SERVER_STATE_H_
