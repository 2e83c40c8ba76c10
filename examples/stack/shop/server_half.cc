// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/server_half.h"

#include "baton/server.h"

namespace baton::stack {

absl::Status InstallServerHalf(const ChannelOptions& options,
                               grpc::ServerBuilder* builder) {
  if (options.mode != RetryMode::kBaton) return absl::OkStatus();
  ServerOptions server;
  server.policy_source = std::make_shared<PolicySource>(
      std::make_shared<const Policy>(options.policy));
  server.telemetry = options.telemetry;
  return InstallServer(builder, server);
}

}  // namespace baton::stack
