// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_LOOPBACK_SERVER_H_
#define BATON_TESTS_RPC_SUPPORT_LOOPBACK_SERVER_H_

#include <functional>
#include <memory>
#include <string>

#include "baton/examples/v1/echo.grpc.pb.h"
#include "grpcpp/grpcpp.h"

namespace baton::rpc {

// A real server on its own port, and a channel to it. The server answers every
// unary call with the result of `handler`.
class LoopbackServer {
 public:
  using Handler = std::function<grpc::Status(
      grpc::ServerContext&, examples::v1::EchoResponse& response)>;

  explicit LoopbackServer(Handler handler);
  ~LoopbackServer();

  const std::string& target() const { return target_; }
  std::shared_ptr<grpc::Channel> Channel(
      const grpc::ChannelArguments& arguments = {}) const;
  // Makes one unary call.
  grpc::Status Call(grpc::ClientContext& context) const;

 private:
  class Service;

  std::unique_ptr<Service> service_;
  std::unique_ptr<grpc::Server> server_;
  std::string target_;
};

// Makes one unary call on a channel.
grpc::Status CallOn(const std::shared_ptr<grpc::Channel>& channel,
                    grpc::ClientContext& context, const std::string& text = "");

}  // namespace baton::rpc

#endif  // BATON_TESTS_RPC_SUPPORT_LOOPBACK_SERVER_H_
