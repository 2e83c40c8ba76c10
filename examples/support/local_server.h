// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_SUPPORT_LOCAL_SERVER_H_
#define BATON_EXAMPLES_SUPPORT_LOCAL_SERVER_H_

#include <memory>
#include <string>
#include <utility>

#include "grpcpp/grpcpp.h"

namespace baton::examples {

// A server with one service on a free port of the loopback interface.
class LocalServer {
 public:
  // Calls `install` with the builder, for example for baton::InstallServer.
  template <typename Install>
  LocalServer(grpc::Service* service, Install install) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port_);
    builder.RegisterService(service);
    install(&builder);
    server_ = builder.BuildAndStart();
  }
  explicit LocalServer(grpc::Service* service)
      : LocalServer(service, [](grpc::ServerBuilder*) {}) {}

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  void Shutdown() { server_->Shutdown(); }

 private:
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace baton::examples

#endif  // BATON_EXAMPLES_SUPPORT_LOCAL_SERVER_H_
