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
  if (record != nullptr && record->refusal() != RequestRefusal::kNone &&
      TurnAway(parameter, *record)) {
    return;
  }
  // When it returns, the request may be over and its context gone.
  const CurrentRequestScope scope(std::move(record));
  handler_->RunHandler(parameter);
}

bool RequestHandler::TurnAway(const HandlerParameter& parameter,
                              RequestRecord& record) {
  // A request that could not be read is answered as such.
  if (!parameter.status.ok()) return false;
  const grpc::Status status = RefusalStatus(record.refusal());
  if (is_callback_) {
    // A handler that gets an error makes no reactor of the application's. What
    // it answers itself is replaced when the answer passes the interceptor.
    record.OnTurnedAway(RequestRecord::TurnedAway::kByLibrary);
    handler_->RunHandler(HandlerParameter(
        parameter.call, parameter.server_context, parameter.request, status,
        parameter.internal_data, parameter.call_requester));
    return true;
  }
  // Handlers of streams do not look at the status, and the others do not
  // destroy the request then.
  if (!DestroyRequest(prototype_, parameter.request)) return false;
  record.OnTurnedAway(RequestRecord::TurnedAway::kByLibrary);
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
