// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/core/policy/field_checks.h"
#include "baton/core/policy/policy_validation.h"
#include "baton/core/policy/replay_validation.h"
#include "baton/core/policy/validation_errors.h"
#include "baton/rpc/grpc/service_access.h"
#include "baton/rpc/server/request_handler.h"
#include "baton/rpc/server/server_interceptor.h"
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
    server_->retry_ratio_limiters().AddMethods(rpc::MethodNames(*builder));
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

void CheckRatio(absl::string_view name, double ratio, absl::Duration window,
                core::ValidationErrors& errors) {
  if (!(ratio > 0 && ratio <= 1)) {
    core::AddRangeError(errors, name, "above 0 and at most 1",
                        absl::StrCat(ratio));
  }
  core::CheckDuration(errors, "window", window, core::Zero::kNotAllowed,
                      core::Infinite::kNotAllowed);
}

void CheckRetryRatioLimit(const RetryRatioLimitOptions& options,
                          core::ValidationErrors& errors) {
  const core::ValidationErrors::Field field(errors, "retry_ratio_limit");
  CheckRatio("max_ratio", options.max_ratio, options.window, errors);
  if (options.min_requests < 1) {
    core::AddRangeError(errors, "min_requests", "at least 1",
                        absl::StrCat(options.min_requests));
  }
  core::CheckNumber(errors, "min_success_ratio", options.min_success_ratio, 0,
                    1);
}

void CheckExpiredRequests(const ExpiredRequestOptions& options,
                          core::ValidationErrors& errors) {
  const core::ValidationErrors::Field field(errors, "expired_requests");
  core::CheckDuration(errors, "min_remaining", options.min_remaining,
                      core::Zero::kAllowed, core::Infinite::kNotAllowed);
  CheckRatio("max_rejected_ratio", options.max_rejected_ratio, options.window,
             errors);
}

absl::Status Check(const grpc::ServerBuilder* builder,
                   const ServerOptions& options,
                   const ServerInterceptorFactories& interceptors) {
  core::ValidationErrors errors;
  if (builder == nullptr) errors.Add("builder", "must not be null");
  core::ValidateInboundGrant(options.inbound_grant, errors);
  if (options.policy_source != nullptr) {
    const auto policy = options.policy_source->Current();
    if (policy->inbound_grant.has_value()) {
      core::ValidateInboundGrant(*policy->inbound_grant, errors);
    }
    core::ValidateRequestReplay(policy->request_replay, errors);
  }
  CheckRetryRatioLimit(options.retry_ratio_limit, errors);
  CheckExpiredRequests(options.expired_requests, errors);
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
