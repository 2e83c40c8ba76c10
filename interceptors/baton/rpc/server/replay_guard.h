// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_REPLAY_GUARD_H_
#define BATON_RPC_SERVER_REPLAY_GUARD_H_

#include <functional>
#include <memory>

#include "baton/rpc/grpc/service_access.h"
#include "baton/rpc/grpc/unary_answer.h"
#include "baton/rpc/request/request_record.h"
#include "google/protobuf/message.h"

namespace baton::rpc {

// Decides for each request with an idempotency key whether the handler of a
// unary method runs, and answers the other requests. Owned by the handler.
// Thread-safe.
class ReplayGuard {
 public:
  using Record = std::shared_ptr<RequestRecord>;

  explicit ReplayGuard(const ServiceMethod& method);

  // Returns whether the request needs an Admit function, because it has a key
  // that this server honors or rejects.
  bool Guards(const HandlerParameter& parameter, RequestRecord& record) const;

  // Returns whether the synchronous handler must run. Otherwise has answered
  // the request. Waits while an earlier request with the same key runs.
  bool AdmitSync(const HandlerParameter& parameter,
                 RequestRecord& record) const;

  // Does the same for a callback handler. Calls `run` now or later on another
  // thread, or answers the request.
  void AdmitCallback(const HandlerParameter& parameter, const Record& record,
                     std::function<void(const HandlerParameter&)> run) const;

 private:
  void SetRequest(const HandlerParameter& parameter, RequestRecord& record,
                  RequestReplay& replay) const;
  void Answer(const HandlerParameter& parameter, RequestRecord& record) const;

  const bool is_callback_;
  // The default instance of the request message. Null if the method is not
  // unary, or has no generated messages.
  const google::protobuf::Message* const prototype_;
  const bool is_read_only_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_REPLAY_GUARD_H_
