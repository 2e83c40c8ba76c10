// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Stops all retries of the process during an incident, and allows them again.

#include <iostream>

#include "baton/client.h"
#include "baton/policy/retry_stop.h"
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

int main() {
  DownEcho service;
  const baton::examples::LocalServer server(&service);
  baton::ClientOptions options;
  options.policy.everything().idempotency = baton::Idempotency::kIdempotent;
  // Otherwise it would stop the retries of the last call.
  options.policy.retry_breaker.enabled = false;
  const auto stub = baton::examples::NewEcho(server.address(), options);

  std::cout << "before:\n";
  CallIt(*stub);

  // Usually from an admin page, or from a signal handler's thread.
  baton::StopAllRetries(true);
  std::cout << "retries are stopped:\n";
  CallIt(*stub);

  baton::StopAllRetries(false);
  std::cout << "retries are allowed again:\n";
  CallIt(*stub);
}
