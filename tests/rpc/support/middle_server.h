// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_MIDDLE_SERVER_H_
#define BATON_TESTS_RPC_SUPPORT_MIDDLE_SERVER_H_

#include <functional>
#include <memory>
#include <ostream>
#include <string>

#include "baton/server.h"
#include "grpcpp/grpcpp.h"

namespace baton {

// How a handler ties the calls that it makes to its request.
enum class LinkBy {
  kThread,   // not at all: its thread does
  kContext,  // a context that is derived from the server's
  kScope,    // a scope's NewClientContext()
};

std::ostream& operator<<(std::ostream& out, LinkBy link);

// A server with Baton's server half, of the service baton.testing.v1.Scripted,
// whose Call() does what the test says.
class MiddleServer {
 public:
  using Handler = std::function<grpc::Status(grpc::ServerContext&)>;
  using CallbackHandler = std::function<void(grpc::CallbackServerContext&,
                                             grpc::ServerUnaryReactor*)>;

  // Each handler runs until it has answered; the destructor waits for them.
  explicit MiddleServer(Handler handler, ServerOptions options = {});
  explicit MiddleServer(CallbackHandler handler, ServerOptions options = {});
  ~MiddleServer();

  const std::string& address() const { return address_; }
  // Without Baton, and without any retries.
  std::shared_ptr<grpc::Channel> NewChannel() const;

 private:
  void Start(ServerOptions options);

  const std::unique_ptr<grpc::Service> service_;
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
};

// Handlers that make one call on `next` and answer with its status.
MiddleServer::Handler Forward(std::shared_ptr<grpc::Channel> next, LinkBy link);
MiddleServer::CallbackHandler ForwardByCallback(
    std::shared_ptr<grpc::Channel> next, LinkBy link);

// The context that such a handler makes its call with.
std::unique_ptr<grpc::ClientContext> NewLinkedContext(
    grpc::ServerContext& context, LinkBy link);
std::unique_ptr<grpc::ClientContext> NewLinkedContext(
    grpc::CallbackServerContext& context, LinkBy link);

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_MIDDLE_SERVER_H_
