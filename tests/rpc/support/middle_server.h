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

// The kind of link between a handler's calls and its request.
enum class LinkBy {
  kThread,   // no explicit link: the thread has one
  kContext,  // a context derived from the server context
  kScope,    // a scope's NewClientContext()
};

std::ostream& operator<<(std::ostream& out, LinkBy link);

// A server with Baton's server interceptor and the service
// baton.testing.v1.Scripted. The test sets the handler of Call().
class MiddleServer {
 public:
  using Handler = std::function<grpc::Status(grpc::ServerContext&)>;
  using CallbackHandler = std::function<void(grpc::CallbackServerContext&,
                                             grpc::ServerUnaryReactor*)>;

  // Each handler runs until it has answered. The destructor waits for all of
  // them.
  explicit MiddleServer(Handler handler, ServerOptions options = {});
  explicit MiddleServer(CallbackHandler handler, ServerOptions options = {});
  ~MiddleServer();

  const std::string& address() const { return address_; }
  // Returns a channel without Baton and without retries.
  std::shared_ptr<grpc::Channel> NewChannel() const;

 private:
  void Start(ServerOptions options);

  const std::unique_ptr<grpc::Service> service_;
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
};

// Returns handlers that make one call on `next` and return its status.
MiddleServer::Handler Forward(std::shared_ptr<grpc::Channel> next, LinkBy link);
MiddleServer::CallbackHandler ForwardByCallback(
    std::shared_ptr<grpc::Channel> next, LinkBy link);

// Returns the context for the call of such a handler.
std::unique_ptr<grpc::ClientContext> NewLinkedContext(
    grpc::ServerContext& context, LinkBy link);
std::unique_ptr<grpc::ClientContext> NewLinkedContext(
    grpc::CallbackServerContext& context, LinkBy link);

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_MIDDLE_SERVER_H_
