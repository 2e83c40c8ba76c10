// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows a backoff of the application: the waits grow by a constant step.

#include <iostream>
#include <memory>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/policy.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;

// Fails twice, and requests a wait with the second failure.
class BusyEcho final : public Echo::Service {
  grpc::Status Unary(grpc::ServerContext* context,
                     const EchoRequest* /*request*/,
                     EchoResponse* /*response*/) override {
    // Only one call runs at a time.
    if (++calls_ > 2) return grpc::Status::OK;
    if (calls_ == 2) {
      context->AddTrailingMetadata("grpc-retry-pushback-ms", "40");
    }
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "busy");
  }

  int calls_ = 0;
};

// Waits 10 ms longer before each retry. Leaves the waits after overload and the
// waits that a server requests as they are.
class LinearBackoff final : public baton::Backoff {
  absl::Duration Wait(const baton::RetryWait& wait) const override {
    if (wait.cause != baton::WaitCause::kBackoff) return wait.computed;
    return wait.attempt * absl::Milliseconds(10);
  }
};

}  // namespace

int main() {
  BusyEcho service;
  const baton::examples::LocalServer server(&service);
  baton::ClientOptions options;
  baton::MethodPolicy& policy = options.policy.everything();
  policy.idempotency = baton::Idempotency::kIdempotent;
  policy.retry.pushback_jitter_ratio = 0;  // for the same output in each run
  options.backoff = std::make_shared<const LinearBackoff>();
  const auto stub = baton::examples::NewEcho(server.address(), options);
  grpc::ClientContext context;
  baton::examples::Call(*stub, "hello", &context);
  const auto report = baton::GetCallReport(context);
  for (const baton::AttemptReport& attempt : report->attempts) {
    std::cout << "waited " << attempt.waited << " ("
              << baton::ToString(attempt.wait_cause) << ")\n";
  }
}
