// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Calls of handlers from other threads. Shows the header that the last service
// receives: two hops from the edge if the call belongs to its request.

#include <future>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "baton/client.h"
#include "baton/server.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "examples/threads/coroutine_relay.h"
#include "examples/threads/linked_threads.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;
using baton::examples::LinkedAsync;
using baton::examples::LinkedPool;
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

// Calls the inventory on the thread that the text of the request names.
class Shop final : public Echo::Service {
 public:
  explicit Shop(std::unique_ptr<Echo::Stub> inventory)
      : inventory_(std::move(inventory)) {}

 private:
  grpc::Status Unary(grpc::ServerContext* /*context*/,
                     const EchoRequest* request,
                     EchoResponse* response) override {
    const auto call = [this, request, response] {
      grpc::ClientContext outgoing;
      return inventory_->Unary(&outgoing, *request, response);
    };
    if (request->text() == "std::async") return LinkedAsync(call).get();
    if (request->text() == "std::async without a scope") {
      return std::async(std::launch::async, call).get();
    }
    std::promise<grpc::Status> status;
    pool_.Add([&status, &call] { status.set_value(call()); });
    return status.get_future().get();
  }

  const std::unique_ptr<Echo::Stub> inventory_;
  LinkedPool pool_;
};

std::unique_ptr<LocalServer> Serve(grpc::Service& service) {
  return std::make_unique<LocalServer>(
      &service, [](grpc::ServerBuilder* builder) {
        const absl::Status status = baton::InstallServer(builder);
        if (!status.ok()) std::cerr << status << "\n";
      });
}

void Show(const LocalServer& server, const std::string& manner) {
  const auto stub =
      baton::examples::NewEcho(server.address(), baton::ClientOptions());
  grpc::ClientContext context;
  EchoRequest request;
  request.set_text(manner);
  EchoResponse response;
  const grpc::Status status = stub->Unary(&context, request, &response);
  std::cout << manner << ": "
            << (status.ok() ? response.text() : status.error_message()) << "\n";
}

}  // namespace

int main() {
  Inventory inventory;
  const auto inventory_server = Serve(inventory);
  const auto inventory_stub = [&inventory_server] {
    return baton::examples::NewEcho(inventory_server->address(),
                                    baton::ClientOptions());
  };
  Shop shop(inventory_stub());
  const auto relay = baton::examples::NewCoroutineRelay(inventory_stub());
  {
    const auto shop_server = Serve(shop);
    Show(*shop_server, "std::async");
    Show(*shop_server, "thread pool");
    Show(*Serve(*relay), "coroutine");
    // Baton writes a line about this call to the standard error.
    Show(*shop_server, "std::async without a scope");
  }
}
