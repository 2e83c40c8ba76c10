// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows which service retries. Three services call each other in a chain, each
// may make three attempts, and the last one is down.

#include <iostream>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "baton/client.h"
#include "baton/policy.h"
#include "baton/server.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;
using baton::examples::LocalServer;

// Forwards its requests. The last service in the chain serves its first request
// and fails all later ones.
class Layer final : public Echo::Service {
 public:
  explicit Layer(std::unique_ptr<Echo::Stub> next) : next_(std::move(next)) {}

  int calls() const { return calls_; }

 private:
  grpc::Status Unary(grpc::ServerContext* /*context*/,
                     const EchoRequest* request,
                     EchoResponse* response) override {
    ++calls_;
    if (next_ == nullptr) {
      return calls_ == 1 ? grpc::Status::OK
                         : grpc::Status(grpc::StatusCode::UNAVAILABLE, "down");
    }
    // On the handler's thread Baton finds the request of the call itself.
    grpc::ClientContext onward;
    return next_->Unary(&onward, *request, response);
  }

  const std::unique_ptr<Echo::Stub> next_;
  int calls_ = 0;  // Only one call runs at a time.
};

void Install(grpc::ServerBuilder* builder) {
  const absl::Status installed = baton::InstallServer(builder);
  if (!installed.ok()) std::cerr << installed << "\n";
}

void AskOnce(baton::Owner owner) {
  baton::ClientOptions options;
  options.policy.everything().idempotency = baton::Idempotency::kIdempotent;
  options.policy.everything().retry.owner = owner;

  Layer back(nullptr);
  const LocalServer back_server(&back, Install);
  Layer middle(baton::examples::NewEcho(back_server.address(), options));
  const LocalServer middle_server(&middle, Install);
  Layer front(baton::examples::NewEcho(middle_server.address(), options));
  const LocalServer front_server(&front, Install);
  const auto stub = baton::examples::NewEcho(front_server.address(), options);

  // From the first response each layer learns that its callee participates.
  // Baton delegates a grant only to a callee that reports its use.
  grpc::ClientContext first;
  baton::examples::Call(*stub, "hello", &first);

  grpc::ClientContext context;
  baton::examples::Call(*stub, "hello", &context);
  std::cout << baton::ToString(owner.mode) << ": front " << front.calls() - 1
            << ", middle " << middle.calls() - 1 << ", back "
            << back.calls() - 1
            << "\n  the user's call: " << baton::examples::Told(context)
            << "\n";
}

}  // namespace

int main() {
  AskOnce({baton::OwnerMode::kKeep});
  AskOnce({baton::OwnerMode::kDelegate});
  AskOnce({baton::OwnerMode::kSplit, /*kept_grant=*/1});
}
