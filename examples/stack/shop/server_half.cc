// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/server_half.h"

#include "baton/server.h"
#include "examples/stack/shop/telemetry.h"

namespace baton::stack {

absl::Status InstallServerHalf(Layer layer, const ChannelOptions& options,
                               grpc::ServerBuilder* builder) {
  if (options.mode != RetryMode::kBaton) return absl::OkStatus();
  ServerOptions server;
  server.policy_source = std::make_shared<PolicySource>(
      std::make_shared<const Policy>(options.policy));
  server.observers = RequestObservers(layer);
  return InstallServer(builder, server);
}

}  // namespace baton::stack
