// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Changes the policy of a channel that is in use.
//
//   reload FIRST_FILE NEXT_FILE...

#include <iostream>
#include <memory>

#include "baton/client.h"
#include "baton/policy.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;

class DownEcho final : public Echo::Service {
  grpc::Status Unary(grpc::ServerContext* /*context*/,
                     const EchoRequest* /*request*/,
                     EchoResponse* /*response*/) override {
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "down");
  }
};

void CallIt(Echo::Stub& stub) {
  grpc::ClientContext context;
  baton::examples::Call(stub, "hello", &context);
  std::cout << "  " << baton::examples::Told(context) << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: reload FIRST_FILE NEXT_FILE...\n";
    return 2;
  }
  DownEcho service;
  const baton::examples::LocalServer server(&service);

  const auto loaded = baton::LoadPolicyFile(argv[1]);
  if (!loaded.ok()) return std::cerr << loaded.status().message() << "\n", 1;
  baton::ClientOptions options;
  // Any number of channels and servers can share a source.
  options.policy_source = std::make_shared<baton::PolicySource>(
      std::make_shared<const baton::Policy>(loaded->policy));
  const auto stub = baton::examples::NewEcho(server.address(), options);
  std::cout << "loaded " << argv[1] << "\n";
  CallIt(*stub);

  for (int i = 2; i < argc; ++i) {
    const auto reloaded =
        baton::ReloadPolicyFile(argv[i], *options.policy_source);
    if (reloaded.ok()) {
      std::cout << "loaded " << argv[i] << "\n";
    } else {
      std::cout << reloaded.status().message() << "\n";
    }
    CallIt(*stub);
  }
}
