// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/channels.h"

#include "absl/strings/str_cat.h"

namespace baton::stack {
namespace {

std::string Seconds(absl::Duration duration) {
  return absl::StrCat(absl::ToDoubleSeconds(duration), "s");
}

// Uses the attempts, status codes and backoff of Baton's defaults.
std::string NativeServiceConfig(absl::Duration backoff, bool throttled) {
  return absl::StrCat(
      R"({"methodConfig": [{"name": [{}], "retryPolicy": {)",
      R"("maxAttempts": )", kAttempts, R"(, "initialBackoff": ")",
      Seconds(backoff), R"(", "maxBackoff": ")", Seconds(10 * backoff),
      R"(", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}])",
      // The values in gRPC's own documentation.
      throttled ? R"(, "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1})"
                : "",
      "}");
}

grpc::ChannelArguments CommonArguments(const ChannelOptions& options) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  if (!options.quick_reconnect) return arguments;
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 500);
  return arguments;
}

}  // namespace

absl::StatusOr<Policy> ReadPolicy(const std::string& file) {
  absl::StatusOr<LoadedPolicy> loaded =
      file.empty() ? LoadPolicy("", "defaults") : LoadPolicyFile(file);
  if (!loaded.ok()) return loaded.status();
  return loaded->policy;
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> NewChannel(
    const std::string& address, const ChannelOptions& options) {
  grpc::ChannelArguments arguments = CommonArguments(options);
  switch (options.mode) {
    case RetryMode::kBaton: {
      ClientOptions client;
      client.policy = options.policy;
      client.telemetry = options.telemetry;
      return CreateChannel(address, grpc::InsecureChannelCredentials(), client,
                           arguments);
    }
    case RetryMode::kNone:
    case RetryMode::kLoop:
      ConfigureCoreRetries(CoreRetries::kTransparentOnly, &arguments);
      break;
    case RetryMode::kNative:
    case RetryMode::kNativeThrottled:
      arguments.SetServiceConfigJSON(NativeServiceConfig(
          options.native_backoff, options.mode == RetryMode::kNativeThrottled));
      break;
  }
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(),
                                   arguments);
}

}  // namespace baton::stack
