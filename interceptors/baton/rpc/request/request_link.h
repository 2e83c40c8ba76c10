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

// Links one outgoing call to its request, from the creation of the call to its
// end. Empty for a call without a request. Owned by the call. Not thread-safe.
class RequestLink {
 public:
  // Returns the link to the request that this call belongs to. Uses the first
  // that exists: the scope that is attached to `context`, the parent server
  // call, the request of this thread. Must run on the thread that creates the
  // call.
  static RequestLink Of(const grpc::ClientContext& context);

  RequestLink() = default;
  // `record` may be null.
  explicit RequestLink(std::shared_ptr<RequestRecord> record);
  // Ends a call that was never sent, with no grant used.
  ~RequestLink();
  RequestLink(RequestLink&& other) noexcept;
  RequestLink& operator=(RequestLink&& other) noexcept;

  // Returns nullptr if the link is empty. Keeps its value after the end of the
  // call.
  const RequestRecord* record() const { return record_.get(); }
  // The grant for the call. Unset if the call creates its own grant.
  std::optional<int> granted() const { return granted_; }

  // Reports the end of the call to the request. Only the first call of this
  // function has an effect.
  void OnCallEnded(int used, absl::StatusCode code,
                   std::optional<RetryAdvice::Reason> objection);

 private:
  std::shared_ptr<RequestRecord> record_;
  std::optional<int> granted_;
  bool open_ = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_REQUEST_LINK_H_
