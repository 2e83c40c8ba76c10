// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/request_handler.h"

#include "baton/rpc/request/current_request.h"
#include "baton/rpc/request/request_registry.h"
#include "baton/rpc/server/rejection_status.h"
#include "baton/rpc/server/request_destruction.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/method_handler.h"

namespace baton::rpc {
namespace {

bool IsCallback(const ServiceMethod& method) {
  return method.api_type() == ServiceMethod::ApiType::CALL_BACK ||
         method.api_type() == ServiceMethod::ApiType::RAW_CALL_BACK;
}

}  // namespace

std::unique_ptr<MethodHandler> RequestHandler::Wrap(
    const ServiceMethod& method, std::unique_ptr<MethodHandler> handler) {
  if (dynamic_cast<RequestHandler*>(handler.get()) != nullptr) return handler;
  return std::make_unique<RequestHandler>(method, std::move(handler));
}

RequestHandler::RequestHandler(const ServiceMethod& method,
                               std::unique_ptr<MethodHandler> handler)
    : handler_(std::move(handler)),
      is_callback_(IsCallback(method)),
      prototype_(is_callback_ ? nullptr : RequestPrototype(method.name())) {}

void RequestHandler::RunHandler(const HandlerParameter& parameter) {
  std::shared_ptr<RequestRecord> record =
      FindRequest(parameter.server_context->c_call());
  if (record != nullptr && record->rejection() != RequestRejection::kNone &&
      Reject(parameter, *record)) {
    return;
  }
  // When the handler returns, the request may have ended and its context may be
  // destroyed.
  const CurrentRequestScope scope(std::move(record));
  handler_->RunHandler(parameter);
}

bool RequestHandler::Reject(const HandlerParameter& parameter,
                            RequestRecord& record) {
  // The handler itself answers a request that could not be parsed.
  if (!parameter.status.ok()) return false;
  // The interceptor replaces this status.
  const grpc::Status status(grpc::StatusCode::DEADLINE_EXCEEDED,
                            "request rejected");
  if (is_callback_) {
    // After an error, gRPC's handler does not call the application.
    record.OnRejected(RequestRecord::RejectedBy::kByLibrary);
    handler_->RunHandler(HandlerParameter(
        parameter.call, parameter.server_context, parameter.request, status,
        parameter.internal_data, parameter.call_requester));
    return true;
  }
  // Synchronous stream handlers ignore the status. The other synchronous
  // handlers do not destroy the request after an error.
  if (!DestroyRequest(prototype_, parameter.request)) return false;
  record.OnRejected(RequestRecord::RejectedBy::kByLibrary);
  grpc::internal::ErrorMethodHandler<grpc::StatusCode::DEADLINE_EXCEEDED>(
      status.error_message())
      .RunHandler(parameter);
  return true;
}

void* RequestHandler::Deserialize(grpc_call* call, grpc_byte_buffer* request,
                                  grpc::Status* status, void** handler_data) {
  return handler_->Deserialize(call, request, status, handler_data);
}

}  // namespace baton::rpc
