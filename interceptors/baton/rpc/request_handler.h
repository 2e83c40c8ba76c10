// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_HANDLER_H_
#define BATON_RPC_REQUEST_HANDLER_H_

#include <memory>
#include <utility>

#include "baton/rpc/service_access.h"

namespace baton::rpc {

// Runs a handler of the application's with the request as the one that its
// thread works for: all of a synchronous handler, and of a callback one what
// runs before it returns its reactor.
//
// It belongs to the service, which may be served by several servers, and holds
// nothing of any.
class RequestHandler final : public MethodHandler {
 public:
  // A handler that is wrapped already is left as it is.
  static std::unique_ptr<MethodHandler> Wrap(
      std::unique_ptr<MethodHandler> handler);

  explicit RequestHandler(std::unique_ptr<MethodHandler> handler)
      : handler_(std::move(handler)) {}

  void RunHandler(const HandlerParameter& parameter) override;
  void* Deserialize(grpc_call* call, grpc_byte_buffer* request,
                    grpc::Status* status, void** handler_data) override;

 private:
  const std::unique_ptr<MethodHandler> handler_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_HANDLER_H_
