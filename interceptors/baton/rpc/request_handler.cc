// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request_handler.h"

#include "baton/rpc/current_request.h"
#include "baton/rpc/request_registry.h"
#include "grpcpp/server_context.h"

namespace baton::rpc {

std::unique_ptr<MethodHandler> RequestHandler::Wrap(
    std::unique_ptr<MethodHandler> handler) {
  if (dynamic_cast<RequestHandler*>(handler.get()) != nullptr) return handler;
  return std::make_unique<RequestHandler>(std::move(handler));
}

void RequestHandler::RunHandler(const HandlerParameter& parameter) {
  // When it returns, the request may be over and its context gone.
  const CurrentRequestScope scope(
      FindRequest(parameter.server_context->c_call()));
  handler_->RunHandler(parameter);
}

void* RequestHandler::Deserialize(grpc_call* call, grpc_byte_buffer* request,
                                  grpc::Status* status, void** handler_data) {
  return handler_->Deserialize(call, request, status, handler_data);
}

}  // namespace baton::rpc
