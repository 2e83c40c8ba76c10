// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/rpc/support/loopback_server.h"

#include <utility>

#include "baton/examples/v1/echo.pb.h"
#include "gtest/gtest.h"

namespace baton::rpc {

using examples::v1::Echo;
using examples::v1::EchoRequest;
using examples::v1::EchoResponse;

class LoopbackServer::Service final : public Echo::Service {
 public:
  explicit Service(Handler handler) : handler_(std::move(handler)) {}

  grpc::Status Unary(grpc::ServerContext* context, const EchoRequest*,
                     EchoResponse* response) override {
    return handler_(*context, *response);
  }

 private:
  const Handler handler_;
};

LoopbackServer::LoopbackServer(Handler handler)
    : service_(std::make_unique<Service>(std::move(handler))) {
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port);
  builder.RegisterService(service_.get());
  server_ = builder.BuildAndStart();
  EXPECT_NE(server_, nullptr);
  target_ = "127.0.0.1:" + std::to_string(port);
}

LoopbackServer::~LoopbackServer() {
  if (server_ != nullptr) server_->Shutdown();
}

std::shared_ptr<grpc::Channel> LoopbackServer::Channel(
    const grpc::ChannelArguments& arguments) const {
  return grpc::CreateCustomChannel(target_, grpc::InsecureChannelCredentials(),
                                   arguments);
}

grpc::Status LoopbackServer::Call(grpc::ClientContext& context) const {
  return CallOn(Channel(), context);
}

grpc::Status CallOn(const std::shared_ptr<grpc::Channel>& channel,
                    grpc::ClientContext& context, const std::string& text) {
  EchoRequest request;
  request.set_text(text);
  EchoResponse response;
  return Echo::NewStub(channel)->Unary(&context, request, &response);
}

}  // namespace baton::rpc
