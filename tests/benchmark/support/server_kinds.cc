// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/server_kinds.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "absl/strings/strip.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/server.h"
#include "tests/benchmark/support/benchmark_service.h"

namespace baton::benchmarks {
namespace {

using testing::v1::CallRequest;
using testing::v1::CallResponse;

class SyncEcho final : public testing::v1::Scripted::Service {
 public:
  grpc::Status Call(grpc::ServerContext* /*context*/,
                    const CallRequest* request,
                    CallResponse* response) override {
    response->set_payload(request->payload());
    return grpc::Status::OK;
  }
};

class NoOp final : public rpc::Interceptor {
 public:
  void Intercept(rpc::InterceptorBatchMethods* batch) override {
    batch->Proceed();
  }
};

class NoOpFactory final : public rpc::ServerInterceptorFactoryInterface {
 public:
  rpc::Interceptor* CreateServerInterceptor(rpc::ServerRpcInfo*) override {
    return new NoOp();
  }
};

[[noreturn]] void NoSuchKind(absl::string_view kind) {
  std::fprintf(stderr, "no such server: %s\n", std::string(kind).c_str());
  std::exit(1);
}

void Equip(absl::string_view kind, grpc::ServerBuilder& builder) {
  if (kind == "bare") return;
  if (kind == "noop") {
    ServerInterceptorFactories factories;
    factories.push_back(std::make_unique<NoOpFactory>());
    builder.experimental().SetInterceptorCreators(std::move(factories));
    return;
  }
  if (kind != "installed" || !InstallServer(&builder).ok()) NoSuchKind(kind);
}

}  // namespace

ServerOfKind::ServerOfKind(std::unique_ptr<grpc::Service> service,
                           std::unique_ptr<grpc::Server> server)
    : service_(std::move(service)), server_(std::move(server)) {}

ServerOfKind::~ServerOfKind() {
  server_->Shutdown(std::chrono::system_clock::now());
}

std::unique_ptr<ServerOfKind> StartServer(absl::string_view kind, int* port) {
  std::unique_ptr<grpc::Service> service;
  if (absl::ConsumeSuffix(&kind, "-sync")) {
    service = std::make_unique<SyncEcho>();
  } else {
    service = std::make_unique<BenchmarkService>();
  }
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           port);
  builder.RegisterService(service.get());
  Equip(kind, builder);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) return nullptr;
  return std::make_unique<ServerOfKind>(std::move(service), std::move(server));
}

}  // namespace baton::benchmarks
