// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_ATTEMPT_CONTEXT_H_
#define BATON_RPC_GRPC_ATTEMPT_CONTEXT_H_

#include <map>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "baton/call_observer.h"
#include "baton/deadline.h"
#include "grpc/grpc.h"
#include "grpcpp/client_context.h"

namespace baton::rpc {

// A reference to the parent: the server call that the application context was
// derived from. It keeps the parent alive, so that later attempts can also be
// its children. If the parent has ended by then, such an attempt fails at once
// with CANCELLED. Owned by the interceptor or by the call. Not thread-safe.
class ParentCall {
 public:
  // Takes a reference to the parent of the application context. Must run while
  // gRPC creates the call of that context, because the parent may end at any
  // time after that.
  explicit ParentCall(const grpc::ClientContext& application_context);
  ParentCall() = default;
  ~ParentCall();
  ParentCall(ParentCall&& other) noexcept
      : call_(std::exchange(other.call_, nullptr)) {}
  ParentCall& operator=(ParentCall&& other) noexcept {
    std::swap(call_, other.call_);
    return *this;
  }

  // Returns nullptr if the call has no parent.
  grpc_call* get() const { return call_; }

 private:
  grpc_call* call_ = nullptr;
};

// Copies the settings of the application context to `attempt`, a new context:
// call credentials, wait-for-ready (if set), authority, census context, and the
// link to the parent server call. Because of this link, gRPC core ends the
// attempt when the parent ends.
//
// `metadata` is the metadata of the application call, from
// GetSendInitialMetadata(). It replaces the metadata of `attempt`. Otherwise
// entries from gRPC's global callbacks would be sent twice. It already contains
// the compression algorithm as a header, so this function does not set the
// algorithm. The function copies all entries: gRPC core later removes or
// replaces its own entries.
//
// `parent` is the result of ParentCall::get(). While this function runs, no
// thread may create a call of either context.
void PrepareAttemptContext(
    grpc::ClientContext& application_context,
    const std::multimap<std::string, std::string>& metadata, Deadline deadline,
    grpc_call* parent, grpc::ClientContext* attempt);

// Sets metadata of an attempt before its start. If the key already exists,
// replaces its value. This is common: many applications forward the metadata of
// an incoming request, with its trace context and `retry-budget` header.
class AttemptContextMetadata final : public AttemptMetadata {
 public:
  // `attempt` must outlive this object.
  explicit AttemptContextMetadata(grpc::ClientContext& attempt)
      : attempt_(attempt) {}

  void Set(absl::string_view key, absl::string_view value) override;
  // Removes all values of `key`.
  void Remove(absl::string_view key);

 private:
  grpc::ClientContext& attempt_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_ATTEMPT_CONTEXT_H_
