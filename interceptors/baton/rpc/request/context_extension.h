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

// Baton's data of one application call: the overrides, which are set before the
// call, and the report, which is set after it. Owned by the application context
// and as long-lived. Thread-safe.
//
// No registry is needed: the extension takes the place of the context's auth
// context. It forwards to the real auth context when that is known. The real
// one belongs to the attempt whose response the application received.
class ContextExtension final : public grpc::AuthContext {
 public:
  // Returns nullptr if `context` has no extension. Creates nothing.
  static ContextExtension* Find(const grpc::ClientContext& context);
  // Returns the extension, and creates it if there is none. Must run before the
  // call of `context`, or in an interceptor of that call. Valid as long as
  // `context`.
  static ContextExtension& FindOrAttach(grpc::ClientContext& context);

  ContextExtension() = default;

  void SetOverrides(CallOverrides overrides);
  std::optional<CallOverrides> overrides() const;

  // The request that the call belongs to, if the application has named one.
  void SetRequest(std::shared_ptr<RequestRecord> request);
  std::shared_ptr<RequestRecord> request() const;

  void SetReport(std::unique_ptr<const CallReport> report);
  // Returns nullopt until the call has ended.
  std::optional<CallReport> report() const;

  // Set the real auth context. Call only one function, and only once with a
  // value that is not nullptr: the application may keep references into it.
  // SetAuthContextOf() creates the auth context only when the application reads
  // it, which is rare. Until then it keeps `call` alive.
  void SetAuthContext(std::shared_ptr<const grpc::AuthContext> real);
  void SetAuthContextOf(grpc_call* call);

  // Forward to the real auth context. Until that is known, the peer is not
  // authenticated and has no properties.
  bool IsPeerAuthenticated() const override;
  std::vector<grpc::string_ref> GetPeerIdentity() const override;
  std::string GetPeerIdentityPropertyName() const override;
  std::vector<grpc::string_ref> FindPropertyValues(
      const std::string& name) const override;
  grpc::AuthPropertyIterator begin() const override;
  grpc::AuthPropertyIterator end() const override;

  // No-ops, because only servers use these functions.
  void AddProperty(const std::string& key,
                   const grpc::string_ref& value) override;
  bool SetPeerIdentityPropertyName(const std::string& name) override;

 private:
  struct Unref {
    void operator()(grpc_call* call) const { grpc_call_unref(call); }
  };

  std::shared_ptr<const grpc::AuthContext> Real() const;

  mutable Mutex mutex_;
  std::optional<CallOverrides> overrides_ ABSL_GUARDED_BY(mutex_);
  std::shared_ptr<RequestRecord> request_ ABSL_GUARDED_BY(mutex_);
  // A pointer, because calls in flight have no report and then need little
  // memory.
  std::unique_ptr<const CallReport> report_ ABSL_GUARDED_BY(mutex_);
  mutable std::shared_ptr<const grpc::AuthContext> real_
      ABSL_GUARDED_BY(mutex_);
  // Null after `real_` was created from it.
  mutable std::unique_ptr<grpc_call, Unref> call_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_CONTEXT_EXTENSION_H_
