// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows idempotency keys: first with a memory store, then with keys in the
// database of the handler, whose process is killed in the middle of its work.

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <string>

#include "baton/client.h"
#include "baton/idempotency/memory_replay_store.h"
#include "baton/policy.h"
#include "baton/server.h"
#include "examples/idempotency/ledger.h"
#include "examples/idempotency/payment_process.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;

// Answers "declined" with a status, and everything else with a receipt.
class Payments final : public Echo::Service {
 public:
  int payments() const { return payments_; }

 private:
  grpc::Status Unary(grpc::ServerContext* /*context*/,
                     const EchoRequest* request,
                     EchoResponse* response) override {
    const int number = ++payments_;
    if (request->text() == "bank times out") {
      return grpc::Status(grpc::StatusCode::UNKNOWN, "the bank did not answer");
    }
    response->set_text("receipt " + std::to_string(number));
    return grpc::Status::OK;
  }

  std::atomic<int> payments_{0};
};

// Calls with a key of the application, and prints the response.
void Pay(Echo::Stub& stub, const std::string& what, const std::string& key,
         const std::string& text) {
  grpc::ClientContext context;
  baton::CallOverrides overrides;
  overrides.idempotency_key = key;
  (void)baton::SetCallOverrides(&context, overrides);
  EchoRequest request;
  request.set_text(text);
  EchoResponse response;
  const grpc::Status status = stub.Unary(&context, request, &response);
  std::cout << what << ": "
            << (status.ok() ? response.text() : status.error_message()) << "\n";
}

baton::ClientOptions Client() {
  baton::ClientOptions options;
  baton::MethodPolicy& policy = options.policy.everything();
  policy.idempotency = baton::Idempotency::kNotIdempotent;
  policy.idempotency_key.send = true;
  policy.idempotency_key.honored = true;
  policy.retry.max_connection_wait = absl::Seconds(20);
  return options;
}

void ShowMemoryStore() {
  Payments payments;
  baton::ServerOptions options;
  options.replay_store = baton::NewMemoryReplayStore();
  baton::examples::LocalServer server(
      &payments, [&options](grpc::ServerBuilder* builder) {
        (void)baton::InstallServer(builder, options);
      });
  const auto stub = baton::examples::NewEcho(server.address(), Client());
  Pay(*stub, "first request", "order-1", "10 euros");
  Pay(*stub, "repeated request", "order-1", "10 euros");
  Pay(*stub, "same key, other request", "order-1", "20 euros");
  Pay(*stub, "unknown outcome", "order-2", "bank times out");
  Pay(*stub, "unknown outcome, repeated", "order-2", "bank times out");
  std::cout << "handler ran " << payments.payments() << " times\n";
}

void ShowDatabase() {
  char directory[] = "/tmp/baton-payments-XXXXXX";
  if (mkdtemp(directory) == nullptr) std::exit(1);
  const std::string database = std::string(directory) + "/ledger";
  baton::examples::PaymentProcess server(database);
  const auto stub = baton::examples::NewEcho(server.address(), Client());
  Pay(*stub, "killed before its commit", "order-3", "ann before");
  Pay(*stub, "killed after its commit", "order-4", "bob after");
  baton::examples::Ledger ledger(database);
  std::cout << "killed " << server.kills()
            << " times, payments of ann: " << ledger.PaymentsOf("ann")
            << ", payments of bob: " << ledger.PaymentsOf("bob") << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  baton::examples::PaymentProcess::ServeIfChild(argc, argv);
  ShowMemoryStore();
  ShowDatabase();
}
