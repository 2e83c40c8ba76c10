// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_REQUEST_LINK_H_
#define BATON_RPC_REQUEST_REQUEST_LINK_H_

#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "baton/retry_advice.h"
#include "baton/rpc/request/request_record.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// Ties one outgoing call to the request that it is made for, from its creation
// to its end. Empty for a call that is made for none. Not thread-safe.
class RequestLink {
 public:
  // The link of a call that is created with `context`, on its thread, to the
  // request of the first of these that there is: the scope that was attached
  // to the context, the server call that it was derived from, the request that
  // the thread works for.
  static RequestLink Of(const grpc::ClientContext& context);

  RequestLink() = default;
  // `record` may be null.
  explicit RequestLink(std::shared_ptr<RequestRecord> record);
  // A call that was never sent has used nothing.
  ~RequestLink();
  RequestLink(RequestLink&& other) noexcept;
  RequestLink& operator=(RequestLink&& other) noexcept;

  // nullptr if it is empty. It stays after the end of the call.
  const RequestRecord* record() const { return record_.get(); }
  // What the call may use; nullopt: it mints its own.
  std::optional<int> granted() const { return granted_; }

  // The call has ended; only the first time counts.
  void OnCallEnded(int used, absl::StatusCode code,
                   std::optional<RetryAdvice::Why> objection);

 private:
  std::shared_ptr<RequestRecord> record_;
  std::optional<int> granted_;
  bool open_ = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_REQUEST_LINK_H_
