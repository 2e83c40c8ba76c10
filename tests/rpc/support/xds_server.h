// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_XDS_SERVER_H_
#define BATON_TESTS_RPC_SUPPORT_XDS_SERVER_H_

#include <map>
#include <memory>
#include <string>

#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/grpcpp.h"

namespace baton {

// An xDS management server with one listener, "shop". All its calls go to one
// backend, with a retry policy: three attempts after UNAVAILABLE. Answers each
// first request for a type, and ignores acknowledgements.
class XdsServer final : private grpc::CallbackGenericService {
 public:
  // `backend` has the form "127.0.0.1:40000".
  explicit XdsServer(const std::string& backend);
  ~XdsServer() override { server_->Shutdown(); }

  // Returns the value of GRPC_XDS_BOOTSTRAP_CONFIG for its clients.
  std::string Bootstrap() const;

 private:
  class Stream;

  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override;

  // Serialized messages, by type URL.
  const std::map<std::string, std::string> resources_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_XDS_SERVER_H_
