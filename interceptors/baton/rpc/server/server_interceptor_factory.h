// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_SERVER_INTERCEPTOR_FACTORY_H_
#define BATON_RPC_SERVER_SERVER_INTERCEPTOR_FACTORY_H_

#include <memory>
#include <utility>

#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/server/server_interceptor.h"
#include "baton/rpc/server/server_state.h"

namespace baton::rpc {

// Creates a ServerInterceptor for every request of a server. Owned by the
// server. Thread-safe.
class ServerInterceptorFactory final
    : public ServerInterceptorFactoryInterface {
 public:
  explicit ServerInterceptorFactory(std::shared_ptr<ServerState> server)
      : server_(std::move(server)) {}

  Interceptor* CreateServerInterceptor(ServerRpcInfo* info) override {
    return new ServerInterceptor(server_, *info);
  }

 private:
  const std::shared_ptr<ServerState> server_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_SERVER_INTERCEPTOR_FACTORY_H_
