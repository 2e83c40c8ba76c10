// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "baton/core/policy/policy_validation.h"
#include "baton/core/policy/replay_validation.h"
#include "baton/core/policy/request_limit_validation.h"
#include "baton/core/policy/validation_errors.h"
#include "baton/rpc/grpc/service_access.h"
#include "baton/rpc/server/request_handler.h"
#include "baton/rpc/server/server_interceptor_factory.h"
#include "baton/rpc/server/server_state.h"
#include "baton/server.h"
#include "grpcpp/impl/server_builder_option.h"
#include "grpcpp/impl/server_builder_plugin.h"

namespace baton {
namespace {

// Wraps the handlers, and tells the server its methods, after all services are
// registered.
class HandlerPlugin final : public grpc::ServerBuilderPlugin {
 public:
  explicit HandlerPlugin(std::shared_ptr<rpc::ServerState> server)
      : server_(std::move(server)) {}

  std::string name() override { return "baton"; }
  void UpdateServerBuilder(grpc::ServerBuilder* builder) override {
    rpc::WrapHandlers(*builder, &rpc::RequestHandler::Wrap);
    server_->AddMethods(rpc::MethodNames(*builder));
  }
  void InitServer(grpc::ServerInitializer* /*initializer*/) override {}
  void Finish(grpc::ServerInitializer* /*initializer*/) override {}
  void ChangeArguments(const std::string& /*name*/, void* /*value*/) override {}

 private:
  const std::shared_ptr<rpc::ServerState> server_;
};

class HandlerOption final : public grpc::ServerBuilderOption {
 public:
  explicit HandlerOption(std::shared_ptr<rpc::ServerState> server)
      : server_(std::move(server)) {}

  void UpdateArguments(grpc::ChannelArguments* /*arguments*/) override {}
  void UpdatePlugins(std::vector<std::unique_ptr<grpc::ServerBuilderPlugin>>*
                         plugins) override {
    plugins->push_back(std::make_unique<HandlerPlugin>(server_));
  }

 private:
  const std::shared_ptr<rpc::ServerState> server_;
};

void CheckMethods(const std::vector<std::string>& methods,
                  core::ValidationErrors& errors) {
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const std::string& method = methods[i];
    const std::size_t slash = method.rfind('/');
    if (absl::StartsWith(method, "/") && slash > 1 &&
        slash + 1 < method.size()) {
      continue;
    }
    errors.Add(absl::StrCat("generic_methods[", i, "]"),
               absl::StrCat("must be like /shop.v1.Inventory/Get, got \"",
                            absl::CHexEscape(method), "\""));
  }
}

void CheckIdentities(const InboundGrantOptions& inbound_grant,
                     const ServerOptions& options,
                     core::ValidationErrors& errors) {
  if (inbound_grant.trusted_identities.empty() ||
      options.credentials_verify_clients) {
    return;
  }
  errors.Add("credentials_verify_clients",
             "must be true if inbound_grant.trusted_identities has entries; "
             "set it only if the credentials of all ports verify the "
             "certificates of clients");
}

absl::Status Check(const grpc::ServerBuilder* builder,
                   const ServerOptions& options,
                   const ServerInterceptorFactories& interceptors) {
  core::ValidationErrors errors;
  if (builder == nullptr) errors.Add("builder", "must not be null");
  core::ValidateInboundGrant(options.inbound_grant, errors);
  CheckIdentities(options.inbound_grant, options, errors);
  if (options.policy_source != nullptr) {
    const auto policy = options.policy_source->Current();
    if (policy->inbound_grant.has_value()) {
      core::ValidateInboundGrant(*policy->inbound_grant, errors);
      CheckIdentities(*policy->inbound_grant, options, errors);
    }
    core::ValidateServerSections(*policy, errors);
  }
  core::ValidateRetryRatioLimit(options.retry_ratio_limit, errors);
  core::ValidateExpiredRequests(options.expired_requests, errors);
  CheckMethods(options.generic_methods, errors);
  core::ValidateReplay("replay", options.replay, errors);
  for (const auto& [method, replay] : options.replay_by_method) {
    core::ValidateReplay(absl::StrCat("replay_by_method[\"", method, "\"]"),
                         replay, errors);
  }
  const auto null =
      std::find(interceptors.begin(), interceptors.end(), nullptr);
  if (null != interceptors.end()) {
    errors.Add(absl::StrCat("interceptors[", null - interceptors.begin(), "]"),
               "must not be null");
  }
  return errors.ToStatus("server options");
}

}  // namespace

absl::Status InstallServer(grpc::ServerBuilder* builder, ServerOptions options,
                           ServerInterceptorFactories interceptors) {
  if (absl::Status status = Check(builder, options, interceptors);
      !status.ok()) {
    return status;
  }
  auto server = std::make_shared<rpc::ServerState>(std::move(options));
  interceptors.push_back(
      std::make_unique<rpc::ServerInterceptorFactory>(server));
  builder->experimental().SetInterceptorCreators(std::move(interceptors));
  builder->SetOption(std::make_unique<HandlerOption>(std::move(server)));
  return absl::OkStatus();
}

}  // namespace baton
