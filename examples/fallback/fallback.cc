// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows fallback channels. The primary fails, and a replica has the same data.
// The client reads from both and writes only to the primary.

#include <atomic>
#include <iostream>
#include <string>

#include "baton/client.h"
#include "baton/policy.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;

class MoodyEcho final : public Echo::Service {
 public:
  void BeInTrouble() { in_trouble_ = true; }

 private:
  grpc::Status Unary(grpc::ServerContext* /*context*/,
                     const EchoRequest* request,
                     EchoResponse* response) override {
    if (in_trouble_) {
      return grpc::Status(grpc::StatusCode::UNAVAILABLE, "primary fails");
    }
    response->set_text(request->text());
    return grpc::Status::OK;
  }

  std::atomic<bool> in_trouble_{false};
};

void CallAndTell(Echo::Stub& stub, const std::string& what,
                 baton::Idempotency idempotency) {
  grpc::ClientContext context;
  baton::CallOverrides overrides;
  overrides.idempotency = idempotency;
  (void)baton::SetCallOverrides(&context, overrides);
  baton::examples::Call(stub, "hello", &context);
  std::cout << what << ": " << baton::examples::Told(context) << "\n";
}

}  // namespace

int main() {
  MoodyEcho primary_service;
  MoodyEcho replica_service;
  baton::examples::LocalServer primary(&primary_service);
  baton::examples::LocalServer replica(&replica_service);

  baton::ClientOptions options;
  options.policy.everything().fallback.from_attempt = 2;
  options.fallback_channels = {grpc::CreateChannel(
      replica.address(), grpc::InsecureChannelCredentials())};
  const auto stub = baton::examples::NewEcho(primary.address(), options);

  constexpr auto kRead = baton::Idempotency::kNoSideEffects;
  constexpr auto kWrite = baton::Idempotency::kNotIdempotent;
  CallAndTell(*stub, "read", kRead);
  primary_service.BeInTrouble();
  CallAndTell(*stub, "read, primary fails", kRead);
  CallAndTell(*stub, "write, primary fails", kWrite);
  primary.Shutdown();
  CallAndTell(*stub, "read, primary stopped", kRead);
  CallAndTell(*stub, "next read", kRead);
}
