// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "grpcpp/create_channel.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "baton/client.h"
#include "baton/core/limits/reconnect_rules.h"
#include "baton/core/policy/policy_validation.h"
#include "baton/policy/defaults.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/channel/external_channels.h"
#include "baton/rpc/client/client_interceptor.h"
#include "grpc/grpc.h"

namespace baton {
namespace {

absl::Status Check(const ClientOptions& options) {
  const std::vector<std::shared_ptr<grpc::Channel>>& fallbacks =
      options.fallback_channels;
  if (fallbacks.size() > defaults::kFallbackChannelsLimit) {
    return absl::InvalidArgumentError(absl::StrCat(
        "fallback_channels: must be at most ", defaults::kFallbackChannelsLimit,
        ", got ", fallbacks.size()));
  }
  const auto null = std::find(fallbacks.begin(), fallbacks.end(), nullptr);
  if (null != fallbacks.end()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "fallback_channels[", null - fallbacks.begin(), "]: must not be null"));
  }
  // The attempts of a call carry the same metadata on each channel.
  const auto external =
      options.external
          ? fallbacks.end()
          : std::find_if(fallbacks.begin(), fallbacks.end(),
                         [](const std::shared_ptr<grpc::Channel>& fallback) {
                           return rpc::IsExternalChannel(fallback);
                         });
  if (external != fallbacks.end()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "fallback_channels[", external - fallbacks.begin(),
        "]: must not be external, because the channel is not, and would send "
        "it the retry-budget header and baggage; set external for both"));
  }
  if (absl::Status status = core::ValidateReconnect(options.reconnect);
      !status.ok()) {
    return status;
  }
  return core::ValidatePolicy(options.policy_source != nullptr
                                  ? *options.policy_source->Current()
                                  : options.policy);
}

// A channel with transparent retries also uses the retry policy of a service
// config in its arguments.
absl::Status CheckServiceConfig(CoreRetries core_retries,
                                const grpc::ChannelArguments& arguments) {
  if (core_retries != CoreRetries::kTransparentOnly) return absl::OkStatus();
  const grpc_channel_args args = arguments.c_channel_args();
  for (std::size_t i = 0; i < args.num_args; ++i) {
    const grpc_arg& arg = args.args[i];
    if (arg.type == GRPC_ARG_STRING &&
        absl::string_view(arg.key) == GRPC_ARG_SERVICE_CONFIG &&
        absl::StrContains(arg.value.string, "\"retryPolicy\"")) {
      return absl::InvalidArgumentError(
          "arguments: the service config must not contain a retryPolicy, "
          "because its retries would multiply Baton's; remove it, or set "
          "core_retries to kOff or kUnchanged");
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<ClientInterceptorFactories> BatonFactories(
    const std::string& target, ClientOptions options,
    bool first_attempts_in_place) {
  if (absl::Status status = Check(options); !status.ok()) return status;
  ClientInterceptorFactories factories;
  factories.push_back(std::make_unique<rpc::ClientInterceptorFactory>(
      std::make_shared<const rpc::ChannelState>(target, std::move(options),
                                                first_attempts_in_place)));
  return factories;
}

}  // namespace

void ConfigureCoreRetries(CoreRetries core_retries,
                          grpc::ChannelArguments* arguments) {
  switch (core_retries) {
    case CoreRetries::kTransparentOnly:
      arguments->SetInt(GRPC_ARG_ENABLE_RETRIES, 1);
      arguments->SetInt(GRPC_ARG_SERVICE_CONFIG_DISABLE_RESOLUTION, 1);
      return;
    case CoreRetries::kOff:
      arguments->SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
      arguments->SetInt(GRPC_ARG_SERVICE_CONFIG_DISABLE_RESOLUTION, 1);
      return;
    case CoreRetries::kUnchanged:
      return;
  }
}

absl::StatusOr<ClientInterceptorFactories> ClientInterceptors(
    const std::string& target, ClientOptions options) {
  // Baton cannot know how the channel was created. It therefore does not trust
  // errors that gRPC's own retries may have replaced.
  options.core_retries = CoreRetries::kUnchanged;
  // The application has chosen how its own channel reconnects.
  options.reconnect.max_outage = absl::ZeroDuration();
  return BatonFactories(target, std::move(options),
                        /*first_attempts_in_place=*/false);
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> CreateChannel(
    const std::string& target,
    const std::shared_ptr<grpc::ChannelCredentials>& credentials,
    ClientOptions options, const grpc::ChannelArguments& arguments,
    ClientInterceptorFactories interceptors) {
  if (credentials == nullptr) {
    return absl::InvalidArgumentError(
        "credentials: must not be null; for a channel without security use "
        "grpc::InsecureChannelCredentials()");
  }
  const CoreRetries core_retries = rpc::WantedCoreRetries(options);
  const bool external = options.external;
  if (absl::Status status = CheckServiceConfig(core_retries, arguments);
      !status.ok()) {
    return status;
  }
  const auto null =
      std::find(interceptors.begin(), interceptors.end(), nullptr);
  if (null != interceptors.end()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "interceptors[", null - interceptors.begin(), "]: must not be null"));
  }
  grpc::ChannelArguments final_arguments = arguments;
  ConfigureCoreRetries(core_retries, &final_arguments);
  absl::StatusOr<ClientInterceptorFactories> factories =
      BatonFactories(target, std::move(options),
                     /*first_attempts_in_place=*/interceptors.empty());
  if (!factories.ok()) return factories.status();
  std::move(interceptors.begin(), interceptors.end(),
            std::back_inserter(*factories));
  std::shared_ptr<grpc::Channel> channel =
      grpc::experimental::CreateCustomChannelWithInterceptors(
          target, credentials, final_arguments, *std::move(factories));
  if (external) rpc::NoteExternalChannel(channel);
  return channel;
}

}  // namespace baton
