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
      prototype_(is_callback_ ? nullptr : RequestPrototype(method.name())),
      replay_guard_(method) {}

void RequestHandler::RunHandler(const HandlerParameter& parameter) {
  std::shared_ptr<RequestRecord> record =
      FindRequest(parameter.server_context->c_call());
  if (record != nullptr) {
    // Baton can answer instead of this handler, so it drops cancelled work.
    if (!is_callback_ && CanAnswerInstead(parameter)) {
      record->cancelled_work().OnChecked();
    }
    if (record->rejection() != RequestRejection::kNone &&
        Reject(parameter, *record)) {
      return;
    }
    if (!is_callback_ && DropIfCancelled(parameter, *record)) return;
    if (replay_guard_.Guards(parameter, *record)) {
      if (is_callback_) {
        return replay_guard_.AdmitCallback(
            parameter, record, [this, record](const HandlerParameter& same) {
              RunAdmitted(same, record);
            });
      }
      if (!replay_guard_.AdmitSync(parameter, *record)) return;
    }
  }
  RunAdmitted(parameter, std::move(record));
}

void RequestHandler::RunAdmitted(const HandlerParameter& parameter,
                                 std::shared_ptr<RequestRecord> record) {
  const SyncHandlerScope sync_scope(
      is_callback_ ? nullptr : record.get(),
      is_callback_ ? nullptr : parameter.server_context);
  // When the handler returns, the request may have ended and its context may be
  // destroyed.
  const CurrentRequestScope scope(std::move(record));
  handler_->RunHandler(parameter);
}

bool RequestHandler::CanAnswerInstead(const HandlerParameter& parameter) const {
  // The handler itself answers a request that could not be parsed.
  return parameter.status.ok() &&
         CanDestroyRequest(prototype_, parameter.request);
}

bool RequestHandler::Reject(const HandlerParameter& parameter,
                            RequestRecord& record) {
  // The handler itself answers a request that could not be parsed.
  if (!parameter.status.ok()) return false;
  if (!is_callback_) return AnswerInstead(parameter, record);
  // After an error, gRPC's handler does not call the application. The
  // interceptor replaces the status.
  record.OnRejected(RequestRecord::RejectedBy::kByLibrary);
  handler_->RunHandler(HandlerParameter(
      parameter.call, parameter.server_context, parameter.request,
      grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED, "request rejected"),
      parameter.internal_data, parameter.call_requester));
  return true;
}

bool RequestHandler::DropIfCancelled(const HandlerParameter& parameter,
                                     RequestRecord& record) {
  if (!CanAnswerInstead(parameter)) return false;
  // gRPC starts to watch for the cancellation right before it runs a
  // synchronous handler, so the result is valid here.
  CancelledWork& cancelled_work = record.cancelled_work();
  if (!cancelled_work.Find(
          [&] { return parameter.server_context->IsCancelled(); })) {
    return false;
  }
  if (!cancelled_work.enforced()) {
    cancelled_work.OnObserved();
    return false;
  }
  record.Reject(RequestRejection::kCancelled);
  return AnswerInstead(parameter, record);
}

bool RequestHandler::AnswerInstead(const HandlerParameter& parameter,
                                   RequestRecord& record) {
  // Synchronous stream handlers ignore the status. The other synchronous
  // handlers do not destroy the request after an error.
  if (!DestroyRequest(prototype_, parameter.request)) return false;
  record.OnRejected(RequestRecord::RejectedBy::kByLibrary);
  // The interceptor replaces the status.
  grpc::internal::ErrorMethodHandler<grpc::StatusCode::CANCELLED>(
      "request rejected")
      .RunHandler(parameter);
  return true;
}

void* RequestHandler::Deserialize(grpc_call* call, grpc_byte_buffer* request,
                                  grpc::Status* status, void** handler_data) {
  return handler_->Deserialize(call, request, status, handler_data);
}

}  // namespace baton::rpc
