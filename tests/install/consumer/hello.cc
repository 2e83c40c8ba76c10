// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A server that is unavailable twice, a client whose call succeeds, and the
// spans of its attempts.

#include <atomic>
#include <iostream>
#include <memory>
#include <string>

#include "baton/client.h"
#include "baton/otel_bootstrap.h"
#include "baton/server.h"
#include "baton/telemetry.h"
#include "grpcpp/grpcpp.h"
#include "hello.grpc.pb.h"

class Unsteady final : public hello::Hello::Service {
  grpc::Status Say(grpc::ServerContext* /*context*/, const hello::Text* request,
                   hello::Text* response) override {
    if (++calls_ <= 2) return {grpc::StatusCode::UNAVAILABLE, "not yet"};
    *response = *request;
    return grpc::Status::OK;
  }
  std::atomic<int> calls_{0};
};

int main() {
  const auto sdk = baton::OtelBootstrap::Start({"hello"});
  if (!sdk.ok()) return std::cerr << sdk.status() << "\n", 1;

  Unsteady service;
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  builder.RegisterService(&service);
  if (!baton::InstallServer(&builder).ok()) return 1;
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();

  baton::ClientOptions options;
  options.policy.everything().idempotency = baton::Idempotency::kIdempotent;
  options.telemetry = baton::OpenTelemetry();
  const auto channel =
      baton::CreateChannel("127.0.0.1:" + std::to_string(port),
                           grpc::InsecureChannelCredentials(), options);
  if (!channel.ok()) return std::cerr << channel.status() << "\n", 1;
  hello::Text text;
  text.set_text("hello");
  grpc::ClientContext context;
  const grpc::Status status =
      hello::Hello::NewStub(*channel)->Say(&context, text, &text);
  std::cout << baton::OneLine(*baton::GetCallReport(context)) << "\n";
  return status.ok() ? 0 : 1;
}
