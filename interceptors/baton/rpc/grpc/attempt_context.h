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

// Keeps the server call that an application's context was derived from, so
// that a later attempt can still be made its child although its handler may
// have returned: such an attempt then fails as CANCELLED at once.
class ParentCall {
 public:
  // Of the application's context, when its call is created: a parent that has
  // ended since cannot be kept any more.
  explicit ParentCall(const grpc::ClientContext& outer);
  ParentCall() = default;
  ~ParentCall();
  ParentCall(ParentCall&& other) noexcept
      : call_(std::exchange(other.call_, nullptr)) {}
  ParentCall& operator=(ParentCall&& other) noexcept {
    std::swap(call_, other.call_);
    return *this;
  }

  // nullptr if the call is nobody's child.
  grpc_call* get() const { return call_; }

 private:
  grpc_call* call_ = nullptr;
};

// Makes `attempt`, a fresh context, carry what the application set on `outer`:
// call credentials, wait-for-ready if it was set, authority, census context,
// and the link to the parent server call, through which core itself ends the
// attempt with its parent.
//
// `metadata` is what the application's call would have sent, from
// GetSendInitialMetadata(). It takes the place of what is in `attempt`, so
// that nothing that gRPC's global callbacks put into every context is sent
// twice. It holds compression as a header already; the algorithm is not set
// again. Nothing is left out: core itself drops or replaces what is its own.
//
// `parent` is what ParentCall::get() says. Neither context may have a call
// being created at the same time.
void PrepareAttemptContext(
    grpc::ClientContext& outer,
    const std::multimap<std::string, std::string>& metadata, Deadline deadline,
    grpc_call* parent, grpc::ClientContext* attempt);

// Sets metadata of an attempt that was prepared and is not yet started. A key
// that is there already is replaced, never repeated: most attempts go out with
// what the last hop sent in, and that has a trace context and a budget too.
class AttemptContextMetadata final : public AttemptMetadata {
 public:
  // `attempt` must outlive it.
  explicit AttemptContextMetadata(grpc::ClientContext& attempt)
      : attempt_(attempt) {}

  void Set(absl::string_view key, absl::string_view value) override;

 private:
  grpc::ClientContext& attempt_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_ATTEMPT_CONTEXT_H_
