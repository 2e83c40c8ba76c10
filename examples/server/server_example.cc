// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A shop calls an inventory that is down, and a customer calls the shop. Shows
// which of them retries, and the headers that they exchange.

#include <atomic>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "baton/client.h"
#include "baton/examples/v1/echo.grpc.pb.h"
#include "baton/server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::v1::Echo;
using baton::examples::v1::EchoRequest;
using baton::examples::v1::EchoResponse;

std::string BudgetOf(const grpc::ServerContext& context) {
  const auto found = context.client_metadata().find("retry-budget");
  if (found == context.client_metadata().end()) return "no header";
  return std::string(found->second.data(), found->second.size());
}

class Inventory final : public Echo::Service {
 public:
  void Fail() { down_ = true; }

 private:
  grpc::Status Unary(grpc::ServerContext* context, const EchoRequest*,
                     EchoResponse*) override {
    std::cout << "    inventory: " << BudgetOf(*context) << "\n";
    return down_ ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "down")
                 : grpc::Status::OK;
  }

  std::atomic<bool> down_{false};
};

class Shop final : public Echo::Service {
 public:
  explicit Shop(std::shared_ptr<grpc::Channel> inventory)
      : inventory_(Echo::NewStub(std::move(inventory))) {}

 private:
  grpc::Status Unary(grpc::ServerContext* context, const EchoRequest* request,
                     EchoResponse* response) override {
    std::cout << "  shop: " << BudgetOf(*context) << "\n";
    // The call starts on the handler's thread and so belongs to the request.
    grpc::ClientContext outgoing;
    return inventory_->Unary(&outgoing, *request, response);
  }

  const std::unique_ptr<Echo::Stub> inventory_;
};

// Starts a server with Baton. Returns the server and its address.
std::pair<std::unique_ptr<grpc::Server>, std::string> Serve(
    grpc::Service& service) {
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  builder.RegisterService(&service);
  if (absl::Status status = baton::InstallServer(&builder); !status.ok()) {
    std::cerr << status << "\n";
    return {};
  }
  return {builder.BuildAndStart(), "127.0.0.1:" + std::to_string(port)};
}

std::shared_ptr<grpc::Channel> Connect(const std::string& address,
                                       baton::OwnerMode owner) {
  baton::ClientOptions options;
  options.policy.everything().idempotency = baton::Idempotency::kNoSideEffects;
  options.policy.everything().retry.owner.mode = owner;
  options.explain_errors = false;  // the duration varies
  return *baton::CreateChannel(address, grpc::InsecureChannelCredentials(),
                               options);
}

void Buy(Echo::Stub& shop) {
  grpc::ClientContext context;
  EchoResponse response;
  const grpc::Status status = shop.Unary(&context, EchoRequest(), &response);
  const auto& trailers = context.GetServerTrailingMetadata();
  const auto advice = trailers.find("retry-advice");
  std::cout << "customer: " << (status.ok() ? "OK" : status.error_message());
  if (advice != trailers.end()) {
    std::cout << ", "
              << std::string(advice->second.data(), advice->second.size());
  }
  std::cout << "\n";
}

bool Run(baton::OwnerMode owner) {
  std::cout << baton::ToString(owner) << "\n";
  Inventory inventory;
  const auto [inventory_server, inventory_address] = Serve(inventory);
  if (inventory_server == nullptr) return false;
  Shop shop(Connect(inventory_address, owner));
  const auto [shop_server, shop_address] = Serve(shop);
  if (shop_server == nullptr) return false;
  const auto stub = Echo::NewStub(Connect(shop_address, owner));
  Buy(*stub);  // Each caller learns that its callee participates.
  inventory.Fail();
  Buy(*stub);
  return true;
}

}  // namespace

int main() {
  return Run(baton::OwnerMode::kKeep) && Run(baton::OwnerMode::kDelegate) ? 0
                                                                          : 1;
}
