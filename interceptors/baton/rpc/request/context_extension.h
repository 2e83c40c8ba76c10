// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_CONTEXT_EXTENSION_H_
#define BATON_RPC_REQUEST_CONTEXT_EXTENSION_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "baton/call_overrides.h"
#include "baton/call_report.h"
#include "baton/mutex.h"
#include "baton/rpc/request/request_record.h"
#include "grpc/grpc.h"
#include "grpcpp/client_context.h"
#include "grpcpp/security/auth_context.h"

namespace baton::rpc {

class CallGroup;

// Baton's data about one application call. The application sets the overrides
// and the request before the call. Baton sets the report after the call. Owned
// by the application context, and lives as long as the context. Thread-safe.
//
// A ClientContext has no member for such data. Baton therefore stores the
// extension as the auth context of the ClientContext, and forwards all auth
// functions to the real auth context. The real auth context belongs to the
// attempt whose response the application received. It is known only when that
// response has arrived.
class ContextExtension final : public grpc::AuthContext {
 public:
  // Returns nullptr if `context` has no extension. Creates nothing.
  static ContextExtension* Find(const grpc::ClientContext& context);
  // Returns the extension. If there is none, creates it. Must run before the
  // call of `context` is created, or in an interceptor of that call. The
  // reference is valid as long as `context`.
  static ContextExtension& FindOrAttach(grpc::ClientContext& context);

  ContextExtension() = default;
  // Reports a misuse if no call has read the overrides.
  ~ContextExtension() override;

  // Notes that a call of a channel with Baton uses the context.
  void NoteCall();

  void SetOverrides(CallOverrides overrides);
  std::optional<CallOverrides> overrides() const;

  // Sets the request that the call belongs to. RequestScope::Attach() calls it.
  void SetRequest(std::shared_ptr<RequestRecord> request);
  std::shared_ptr<RequestRecord> request() const;
  // Declares that the call is background work, which belongs to no request.
  void SetBackground();
  bool is_background() const;

  // Sets the group that the call belongs to: see call_group.h.
  void SetGroup(std::shared_ptr<CallGroup> group);
  std::shared_ptr<CallGroup> group() const;
  // Notes that the call carries the same idempotency key in each repetition.
  void SetStableKey();
  bool has_stable_key() const;

  void SetReport(std::unique_ptr<const CallReport> report);
  // Returns nullopt until the call has ended.
  std::optional<CallReport> report() const;

  // Sets the real auth context. Call either this function or
  // SetAuthContextOf(), and only once with a value that is not null: the
  // application may keep references into the auth context.
  void SetAuthContext(std::shared_ptr<const grpc::AuthContext> real);
  // Creates the real auth context from `call` when the application first reads
  // it, which is rare. Until then, the extension keeps `call` alive.
  void SetAuthContextOf(grpc_call* call);

  // These functions forward to the real auth context. As long as it is not
  // known, the peer is not authenticated and has no properties.
  bool IsPeerAuthenticated() const override;
  std::vector<grpc::string_ref> GetPeerIdentity() const override;
  std::string GetPeerIdentityPropertyName() const override;
  std::vector<grpc::string_ref> FindPropertyValues(
      const std::string& name) const override;
  grpc::AuthPropertyIterator begin() const override;
  grpc::AuthPropertyIterator end() const override;

  // These functions do nothing, because only servers use them.
  void AddProperty(const std::string& key,
                   const grpc::string_ref& value) override;
  bool SetPeerIdentityPropertyName(const std::string& name) override;

 private:
  struct Unref {
    void operator()(grpc_call* call) const { grpc_call_unref(call); }
  };

  std::shared_ptr<const grpc::AuthContext> Real() const;

  mutable Mutex mutex_;
  // Pointers, so that calls in flight need little memory: few calls have
  // overrides, and none of them has a report yet.
  std::unique_ptr<const CallOverrides> overrides_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<const CallReport> report_ ABSL_GUARDED_BY(mutex_);
  bool has_call_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_background_ ABSL_GUARDED_BY(mutex_) = false;
  bool has_stable_key_ ABSL_GUARDED_BY(mutex_) = false;
  std::shared_ptr<RequestRecord> request_ ABSL_GUARDED_BY(mutex_);
  std::shared_ptr<CallGroup> group_ ABSL_GUARDED_BY(mutex_);
  mutable std::shared_ptr<const grpc::AuthContext> real_
      ABSL_GUARDED_BY(mutex_);
  // Null after `real_` was created from it.
  mutable std::unique_ptr<grpc_call, Unref> call_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_CONTEXT_EXTENSION_H_
