// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_KEYED_REQUEST_H_
#define BATON_RPC_SERVER_KEYED_REQUEST_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/request_report.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/request/request_record.h"
#include "baton/rpc/server/inbound_metadata.h"
#include "baton/rpc/server/server_settings.h"
#include "baton/rpc/server/server_state.h"

namespace baton::rpc {

// Handles the idempotency key of one request, and stores the answer of its
// handler for repeated requests. Owned by the interceptor of the request. Used
// by one thread at a time.
class KeyedRequest {
 public:
  // The arguments must outlive this object.
  KeyedRequest(ServerState& server, RequestRecord& record)
      : server_(server), record_(record) {}

  // Reads the key of a unary request.
  void TakeKey(absl::string_view method, const ServerSettings& settings,
               const InboundMetadata& metadata, const InboundGrant& inbound);

  // Returns whether the answer must be stored on another thread, because the
  // store may block and this thread belongs to gRPC or to a queue.
  bool MustNotBlock() const;
  // Stores the answer of the handler.
  void StoreAnswer(InterceptorBatchMethods& batch, const grpc::Status& status);
  // Ends a request without an answer.
  void EndCancelled() { End(absl::StatusCode::kCancelled, StoredAnswer()); }
  // Returns whether the server promises to honor the key wherever the request
  // is repeated.
  bool IsHonored() const;

  // Sets what happened with the key.
  void CopyTo(RequestReport& report) const;

 private:
  // Records the end of the handler.
  void End(absl::StatusCode code, const StoredAnswer& answer);

  ServerState& server_;
  RequestRecord& record_;
  ReplayResult result_ = ReplayResult::kNone;
  absl::Duration waited_ = absl::ZeroDuration();
  bool store_failed_ = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_KEYED_REQUEST_H_
