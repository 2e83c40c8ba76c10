// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows how a server that fails a request controls its retries. Clients with
// Baton follow its advice, and so do gRPC's own retries.

#include <iostream>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
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

class AdvisingEcho final : public Echo::Service {
  grpc::Status Unary(grpc::ServerContext* context, const EchoRequest* request,
                     EchoResponse* /*response*/) override {
    const auto scope = baton::RequestScope::From(context);
    if (request->text() == "never") scope.DoNotRetry();
    if (request->text() == "later" && calls_++ > 0) return grpc::Status::OK;
    if (request->text() == "later") scope.RetryAfter(absl::Milliseconds(20));
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "busy");
  }

  int calls_ = 0;  // Only one call runs at a time.
};

void Install(grpc::ServerBuilder* builder) {
  const absl::Status installed = baton::InstallServer(builder);
  if (!installed.ok()) std::cerr << installed << "\n";
}

}  // namespace

int main() {
  AdvisingEcho service;
  const baton::examples::LocalServer server(&service, Install);

  baton::ClientOptions options;
  options.policy.everything().idempotency = baton::Idempotency::kIdempotent;
  const auto stub = baton::examples::NewEcho(server.address(), options);
  for (const char* const text : {"never", "later"}) {
    grpc::ClientContext context;
    baton::examples::Call(*stub, text, &context);
    std::cout << text << ": " << baton::examples::Told(context) << "\n";
  }

  // A client without Baton receives gRPC's own server pushback.
  const auto bare = Echo::NewStub(grpc::CreateChannel(
      server.address(), grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  baton::examples::Call(*bare, "never", &context);
  for (const auto& [key, value] : context.GetServerTrailingMetadata()) {
    std::cout << "bare client: " << std::string(key.data(), key.size()) << ": "
              << std::string(value.data(), value.size()) << "\n";
  }
}
