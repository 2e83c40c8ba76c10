// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A service that is unavailable twice, and a client whose call succeeds.

#include <atomic>
#include <iostream>
#include <memory>
#include <string>

// [README types]
#include "baton/client.h"
#include "baton/examples/v1/echo.grpc.pb.h"
#include "baton/policy.h"
#include "grpcpp/grpcpp.h"

using baton::examples::v1::Echo;
using baton::examples::v1::EchoRequest;
using baton::examples::v1::EchoResponse;
// [README types]

namespace {

class FlakyEcho final : public Echo::Service {
  grpc::Status Unary(grpc::ServerContext* /*context*/,
                     const EchoRequest* request,
                     EchoResponse* response) override {
    if (++calls_ <= 2) {
      return grpc::Status(grpc::StatusCode::UNAVAILABLE, "not yet");
    }
    response->set_text(request->text());
    return grpc::Status::OK;
  }

  std::atomic<int> calls_{0};
};

// [README call]
int CallEcho(const std::string& target, const std::string& policy_file) {
  auto loaded = baton::LoadPolicyFile(policy_file);
  if (!loaded.ok()) return std::cerr << loaded.status().message() << "\n", 1;
  baton::ClientOptions options;
  options.policy = loaded->policy;
  auto channel =
      baton::CreateChannel(target, grpc::InsecureChannelCredentials(), options);
  if (!channel.ok()) return std::cerr << channel.status() << "\n", 1;

  auto stub = Echo::NewStub(*channel);  // From here on, plain gRPC.
  EchoRequest request;
  request.set_text("hello");
  EchoResponse response;
  grpc::ClientContext context;
  const grpc::Status status = stub->Unary(&context, request, &response);
  std::cout << (status.ok() ? response.text() : status.error_message()) << "\n";
  std::cout << baton::MultiLine(*baton::GetCallReport(context));
  return status.ok() ? 0 : 1;
}
// [README call]

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: quickstart POLICY_FILE\n";
    return 2;
  }
  FlakyEcho service;
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) return 1;
  return CallEcho("127.0.0.1:" + std::to_string(port), argv[1]);
}
