// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_REQUEST_LINK_H_
#define BATON_RPC_REQUEST_REQUEST_LINK_H_

#include <memory>
#include <optional>

#include "baton/rpc/request/found_request.h"
#include "baton/rpc/request/request_record.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// Links one outgoing call to the request that it belongs to, from the start of
// the call to its end. Empty if the call belongs to no request. Owned by the
// call. Not thread-safe.
class RequestLink {
 public:
  // Returns the request that the call of `context` belongs to. Uses the first
  // request that it finds: the request of the scope
  // that is attached to `context`, the request of the parent server call, or
  // the current request of this thread. Must run on the thread that creates the
  // call. The application may start the call later, on another thread, or
  // never.
  static FoundRequest RequestOf(const grpc::ClientContext& context);

  RequestLink() = default;
  // Reports the start of a call to the request. `record` may be null.
  explicit RequestLink(std::shared_ptr<RequestRecord> record);
  // If OnCallEnded() was not called: reports the end of the call to the
  // request, with no grant used.
  ~RequestLink();
  RequestLink(RequestLink&& other) noexcept;
  RequestLink& operator=(RequestLink&& other) noexcept;

  // Returns the request, also after the end of the call. Returns nullptr if the
  // link is empty.
  const RequestRecord* record() const { return record_.get(); }
  // Returns the grant for the call. nullopt: the call creates its own grant.
  std::optional<int> granted() const { return granted_; }

  // Reports the end of the call to the request. Only the first call of this
  // function has an effect.
  void OnCallEnded(const RequestRecord::CallEnd& end);

 private:
  std::shared_ptr<RequestRecord> record_;
  std::optional<int> granted_;
  bool open_ = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_REQUEST_LINK_H_
