// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Starts a service that reports its health only when its channels are
// connected.

#include <iostream>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/kit.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;

std::shared_ptr<grpc::Channel> ChannelTo(const std::string& address) {
  return *baton::CreateChannel(address, grpc::InsecureChannelCredentials(),
                               baton::ClientOptions());
}

}  // namespace

int main() {
  Echo::Service inventory_service;
  const baton::examples::LocalServer inventory(&inventory_service);
  const auto channel = ChannelTo(inventory.address());

  grpc::EnableDefaultHealthCheckService(true);
  Echo::Service own_service;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials());
  builder.RegisterService(&own_service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();

  // No server listens on port 1.
  absl::Status ready = baton::ServeWhenWarm(
      *server, {channel, ChannelTo("127.0.0.1:1")}, absl::Milliseconds(500));
  std::cout << ready.message() << "\n";

  ready = baton::ServeWhenWarm(*server, {channel}, absl::Seconds(10));
  std::cout << (ready.ok() ? "serving" : "not serving") << "\n";
}
