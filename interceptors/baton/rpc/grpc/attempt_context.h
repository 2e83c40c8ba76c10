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

// Keeps the server call that the application context was derived from. Later
// attempts can then still be its children, although its handler may have
// returned. Such an attempt fails at once with CANCELLED. Owned by the
// interceptor or the call. Not thread-safe.
class ParentCall {
 public:
  // Takes a reference to the parent of the application context. Must run when
  // the call of that context is created: the parent may end at any time after
  // that.
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

// Copies the settings of the application context `outer` to `attempt`, a new
// context: call credentials, wait-for-ready (if set), authority, census
// context, and the link to the parent server call. With this link gRPC core
// ends the attempt when its parent ends.
//
// `metadata` is the metadata of the application call, from
// GetSendInitialMetadata(). It replaces the metadata in `attempt`, so entries
// from gRPC's global callbacks are not sent twice. It already contains the
// compression algorithm as a header, so the algorithm is not set again. All
// entries are copied: gRPC core itself removes or replaces its own.
//
// `parent` is the result of ParentCall::get(). No call of either context may be
// created at the same time.
void PrepareAttemptContext(
    grpc::ClientContext& application_context,
    const std::multimap<std::string, std::string>& metadata, Deadline deadline,
    grpc_call* parent, grpc::ClientContext* attempt);

// Sets metadata of a prepared attempt before its start. Replaces the value of
// an existing key. Most calls forward metadata of an incoming request, which
// may already contain a trace context and a `retry-budget` header.
class AttemptContextMetadata final : public AttemptMetadata {
 public:
  // `attempt` must outlive this object.
  explicit AttemptContextMetadata(grpc::ClientContext& attempt)
      : attempt_(attempt) {}

  void Set(absl::string_view key, absl::string_view value) override;

 private:
  grpc::ClientContext& attempt_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_ATTEMPT_CONTEXT_H_
