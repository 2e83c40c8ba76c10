// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A handler that is a coroutine of asio. Shows the headers of its two calls:
// two hops from the edge, because they belong to the request.

#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "baton/client.h"
#include "baton/server.h"
#include "examples/asio/awaitable_relay.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;
using baton::examples::LocalServer;

// Answers with the header of the request.
class Inventory final : public Echo::Service {
  grpc::Status Unary(grpc::ServerContext* context,
                     const EchoRequest* /*request*/,
                     EchoResponse* response) override {
    const auto header = context->client_metadata().find("retry-budget");
    if (header != context->client_metadata().end()) {
      response->set_text(
          std::string(header->second.data(), header->second.size()));
    }
    return grpc::Status::OK;
  }
};

std::unique_ptr<LocalServer> Serve(grpc::Service& service) {
  return std::make_unique<LocalServer>(
      &service, [](grpc::ServerBuilder* builder) {
        const absl::Status status = baton::InstallServer(builder);
        if (!status.ok()) std::cerr << status << "\n";
      });
}

std::unique_ptr<Echo::Stub> NewStub(const LocalServer& server) {
  return baton::examples::NewEcho(server.address(), baton::ClientOptions());
}

}  // namespace

int main() {
  Inventory inventory;
  const auto inventory_server = Serve(inventory);
  const auto relay =
      baton::examples::NewAwaitableRelay(NewStub(*inventory_server));
  const auto relay_server = Serve(*relay);

  const auto stub = NewStub(*relay_server);
  grpc::ClientContext context;
  EchoResponse response;
  const grpc::Status status = stub->Unary(&context, EchoRequest(), &response);
  std::cout << (status.ok() ? response.text() : status.error_message()) << "\n";
  return status.ok() ? 0 : 1;
}
