// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Shows which failures are retried. The code decides whether another attempt
// may succeed, and idempotency decides whether it is safe.

#include <iostream>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "baton/client.h"
#include "baton/policy.h"
#include "examples/support/echo_call.h"
#include "examples/support/local_server.h"
#include "grpcpp/grpcpp.h"

namespace {

using baton::examples::Echo;
using baton::examples::EchoRequest;
using baton::examples::EchoResponse;

// Fails the first request with each text. The text begins with the code.
class StumblingEcho final : public Echo::Service {
  grpc::Status Unary(grpc::ServerContext* /*context*/,
                     const EchoRequest* request,
                     EchoResponse* /*response*/) override {
    if (seen_[request->text()]++ > 0) return grpc::Status::OK;
    return grpc::Status(
        static_cast<grpc::StatusCode>(std::stoi(request->text())), "once");
  }

  std::map<std::string, int> seen_;  // Only one call runs at a time.
};

}  // namespace

int main() {
  StumblingEcho service;
  const baton::examples::LocalServer server(&service);
  baton::ClientOptions options;
  options.policy.everything().retry.classifier.retryable_codes = {
      absl::StatusCode::kUnavailable, absl::StatusCode::kAborted};
  const auto stub = baton::examples::NewEcho(server.address(), options);

  for (const auto idempotency :
       {baton::Idempotency::kIdempotent, baton::Idempotency::kUnknown}) {
    std::cout << baton::ToString(idempotency) << "\n";
    for (const auto code :
         {absl::StatusCode::kUnavailable, absl::StatusCode::kAborted,
          absl::StatusCode::kInvalidArgument, absl::StatusCode::kInternal}) {
      grpc::ClientContext context;
      baton::CallOverrides overrides;
      overrides.idempotency = idempotency;
      const absl::Status set = baton::SetCallOverrides(&context, overrides);
      if (!set.ok()) return std::cerr << set << "\n", 1;
      baton::examples::Call(*stub,
                            std::to_string(static_cast<int>(code)) + " " +
                                std::string(baton::ToString(idempotency)),
                            &context);
      std::cout << "  " << baton::examples::Told(context)
                << (baton::GetCallReport(context)->outcome_unknown
                        ? ", outcome unknown"
                        : "")
                << "\n";
    }
  }
}
