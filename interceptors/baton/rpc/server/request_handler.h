// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_REQUEST_HANDLER_H_
#define BATON_RPC_SERVER_REQUEST_HANDLER_H_

#include <memory>
#include <utility>

#include "baton/rpc/grpc/service_access.h"
#include "baton/rpc/request/request_record.h"
#include "google/protobuf/message.h"

namespace baton::rpc {

// Runs a handler of the application's with the request as the one that its
// thread works for: all of a synchronous handler, and of a callback one what
// runs before it returns its reactor. A request that was refused it answers in
// the handler's place.
//
// It belongs to the service, which may be served by several servers, and holds
// nothing of any.
class RequestHandler final : public MethodHandler {
 public:
  // A handler that is wrapped already is left as it is.
  static std::unique_ptr<MethodHandler> Wrap(
      const ServiceMethod& method, std::unique_ptr<MethodHandler> handler);

  RequestHandler(const ServiceMethod& method,
                 std::unique_ptr<MethodHandler> handler);

  void RunHandler(const HandlerParameter& parameter) override;
  void* Deserialize(grpc_call* call, grpc_byte_buffer* request,
                    grpc::Status* status, void** handler_data) override;

 private:
  // False if the handler has to run after all.
  bool TurnAway(const HandlerParameter& parameter, RequestRecord& record);

  const std::unique_ptr<MethodHandler> handler_;
  const bool is_callback_;
  // Only of synchronous handlers that are given one request.
  const google::protobuf::Message* const prototype_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_REQUEST_HANDLER_H_
