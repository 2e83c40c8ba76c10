// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_REQUEST_HANDLER_H_
#define BATON_RPC_SERVER_REQUEST_HANDLER_H_

#include <memory>
#include <utility>

#include "baton/rpc/grpc/service_access.h"
#include "baton/rpc/request/request_record.h"
#include "baton/rpc/server/replay_guard.h"
#include "google/protobuf/message.h"

namespace baton::rpc {

// Runs a handler of the application with its request as the current request of
// the thread. This covers a whole synchronous handler, and a callback handler
// until it returns its reactor. For a rejected request it answers instead of
// the handler. It rejects a synchronous request that is already cancelled.
//
// Owned by the service. Several servers may use the same service, so this class
// stores no data of a server. Thread-safe.
class RequestHandler final : public MethodHandler {
 public:
  // Returns a wrapper of `handler`. If `handler` is already a wrapper, returns
  // it unchanged.
  static std::unique_ptr<MethodHandler> Wrap(
      const ServiceMethod& method, std::unique_ptr<MethodHandler> handler);

  RequestHandler(const ServiceMethod& method,
                 std::unique_ptr<MethodHandler> handler);

  // If an earlier request with the same idempotency key runs, a callback
  // handler runs later, on another thread.
  void RunHandler(const HandlerParameter& parameter) override;
  void* Deserialize(grpc_call* call, grpc_byte_buffer* request,
                    grpc::Status* status, void** handler_data) override;

 private:
  // Runs the application's handler.
  void RunAdmitted(const HandlerParameter& parameter,
                   std::shared_ptr<RequestRecord> record);
  // Rejects the request. Returns false if Baton cannot reject it and the
  // handler must run.
  bool Reject(const HandlerParameter& parameter, RequestRecord& record);
  // Rejects the request of a synchronous handler if it is already cancelled.
  // Returns false if the handler must run.
  bool DropIfCancelled(const HandlerParameter& parameter,
                       RequestRecord& record);
  // Returns whether AnswerInstead() can answer the request.
  bool CanAnswerInstead(const HandlerParameter& parameter) const;
  // Answers instead of a synchronous handler. Returns false if the handler must
  // run, because only the handler knows the class of the request.
  bool AnswerInstead(const HandlerParameter& parameter, RequestRecord& record);

  const std::unique_ptr<MethodHandler> handler_;
  const bool is_callback_;
  // Only for synchronous handlers that receive one request message.
  const google::protobuf::Message* const prototype_;
  const ReplayGuard replay_guard_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_REQUEST_HANDLER_H_
