// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <string>

#include "baton/examples/v1/echo.grpc.pb.h"
#include "baton/examples/v1/echo.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"

namespace {

using ::baton::examples::v1::Echo;
using ::baton::examples::v1::EchoRequest;
using ::baton::examples::v1::EchoResponse;

class EchoService final : public Echo::Service {
 public:
  grpc::Status Unary(grpc::ServerContext*, const EchoRequest* request,
                     EchoResponse* response) override {
    response->set_text(request->text());
    return grpc::Status::OK;
  }
};

TEST(GrpcTest, UnaryCallReachesTheService) {
  EchoService service;
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  builder.RegisterService(&service);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  ASSERT_NE(server, nullptr);

  auto stub = Echo::NewStub(grpc::CreateChannel(
      "127.0.0.1:" + std::to_string(port), grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  EchoRequest request;
  request.set_text("hello");
  EchoResponse response;
  grpc::Status status = stub->Unary(&context, request, &response);

  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.text(), "hello");
}

}  // namespace
