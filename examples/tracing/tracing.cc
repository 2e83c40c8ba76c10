// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Prints the traces of two calls to a failing service. A retry saves the first
// call. For the second call the service advises against a retry.

#include <iostream>
#include <memory>
#include <string>

#include "baton/client.h"
#include "baton/examples/v1/echo.grpc.pb.h"
#include "baton/telemetry.h"
#include "examples/tracing/span_printer.h"
#include "grpcpp/grpcpp.h"
#include "opentelemetry/sdk/trace/simple_processor_factory.h"
#include "opentelemetry/sdk/trace/tracer_provider.h"
#include "opentelemetry/trace/provider.h"

namespace {

namespace nostd = opentelemetry::nostd;
namespace sdk = opentelemetry::sdk::trace;
namespace trace = opentelemetry::trace;

using baton::examples::v1::Echo;
using baton::examples::v1::EchoRequest;
using baton::examples::v1::EchoResponse;

class TroubledEcho final : public Echo::Service {
  grpc::Status Unary(grpc::ServerContext* context, const EchoRequest* request,
                     EchoResponse* response) override {
    if (request->text() == "overload") {
      context->AddTrailingMetadata("retry-advice", "r=no,w=overload");
      return grpc::Status(grpc::StatusCode::UNAVAILABLE, "overloaded");
    }
    if (calls_++ == 0) {
      context->AddTrailingMetadata("grpc-retry-pushback-ms", "20");
      return grpc::Status(grpc::StatusCode::UNAVAILABLE, "not yet");
    }
    response->set_text(request->text());
    return grpc::Status::OK;
  }

  int calls_ = 0;  // Only one call runs at a time.
};

void CallWith(Echo::Stub& stub, const std::string& text) {
  EchoRequest request;
  request.set_text(text);
  EchoResponse response;
  grpc::ClientContext context;
  stub.Unary(&context, request, &response);
}

void SetUpTracing() {
  trace::Provider::SetTracerProvider(
      nostd::shared_ptr<trace::TracerProvider>(new sdk::TracerProvider(
          sdk::SimpleSpanProcessorFactory::Create(NewSpanPrinter(std::cout)))));
}

int MakeCalls(const std::string& target) {
  baton::ClientOptions options;
  options.policy.everything().idempotency = baton::Idempotency::kIdempotent;
  options.telemetry = baton::OpenTelemetry();
  options.observers = baton::NewCallLog([](const auto& entry) {
    std::cout << "log: " << baton::ToString(entry.report.stop_reason)
              << " after " << entry.report.attempts.size() << "\n";
  });
  auto channel =
      baton::CreateChannel(target, grpc::InsecureChannelCredentials(), options);
  if (!channel.ok()) return std::cerr << channel.status() << "\n", 1;
  const auto stub = Echo::NewStub(*channel);
  CallWith(*stub, "hello");
  CallWith(*stub, "overload");
  return 0;
}

}  // namespace

int main() {
  SetUpTracing();
  TroubledEcho service;
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) return 1;
  return MakeCalls("127.0.0.1:" + std::to_string(port));
}
