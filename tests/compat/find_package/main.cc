// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Creates a channel with telemetry.

#include <iostream>

#include "baton/client.h"
#include "baton/telemetry.h"
#include "grpcpp/grpcpp.h"

int main() {
  baton::ClientOptions options;
  options.telemetry = baton::OpenTelemetry();
  const auto channel = baton::CreateChannel(
      "127.0.0.1:1", grpc::InsecureChannelCredentials(), options);
  std::cout << channel.status() << "\n";
  return channel.ok() ? 0 : 1;
}
