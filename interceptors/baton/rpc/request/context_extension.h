// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_CONTEXT_EXTENSION_H_
#define BATON_RPC_REQUEST_CONTEXT_EXTENSION_H_

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "baton/call_overrides.h"
#include "baton/call_report.h"
#include "baton/rpc/request/request_record.h"
#include "grpc/grpc.h"
#include "grpcpp/client_context.h"
#include "grpcpp/security/auth_context.h"

namespace baton::rpc {

// What Baton knows about one call of the application, kept in the context of
// that call: overrides that are put in before it, and the report that is
// there after it. It lives exactly as long as the context, and is found
// without a registry: it sits where the context keeps its auth context, and
// passes for it. The real one, that of the attempt whose answer the
// application got, is behind it once it is known.
//
// Thread-safe.
class ContextExtension final : public grpc::AuthContext {
 public:
  // nullptr if `context` has none. Creates nothing.
  static ContextExtension* Find(const grpc::ClientContext& context);
  // Before the call of `context`, or from an interceptor of it. Valid as long
  // as `context`.
  static ContextExtension& FindOrAttach(grpc::ClientContext& context);

  ContextExtension() = default;

  void SetOverrides(CallOverrides overrides);
  std::optional<CallOverrides> overrides() const;

  // The request that the call is made for, if the application has named one.
  void SetRequest(std::shared_ptr<RequestRecord> request);
  std::shared_ptr<RequestRecord> request() const;

  void SetReport(std::unique_ptr<const CallReport> report);
  // nullopt until the call has ended.
  std::optional<CallReport> report() const;

  // One of these, at most once with what is not nullptr: what is asked for may
  // be kept by reference. The second one leaves it until somebody asks, since
  // hardly anybody does; until then it keeps the call.
  void SetAuthContext(std::shared_ptr<const grpc::AuthContext> real);
  void SetAuthContextOf(grpc_call* call);

  // Those of the real one. Until it is known, nobody is authenticated and
  // there are no properties.
  bool IsPeerAuthenticated() const override;
  std::vector<grpc::string_ref> GetPeerIdentity() const override;
  std::string GetPeerIdentityPropertyName() const override;
  std::vector<grpc::string_ref> FindPropertyValues(
      const std::string& name) const override;
  grpc::AuthPropertyIterator begin() const override;
  grpc::AuthPropertyIterator end() const override;

  // Only for servers: nothing happens.
  void AddProperty(const std::string& key,
                   const grpc::string_ref& value) override;
  bool SetPeerIdentityPropertyName(const std::string& name) override;

 private:
  struct Unref {
    void operator()(grpc_call* call) const { grpc_call_unref(call); }
  };

  std::shared_ptr<const grpc::AuthContext> Real() const;

  mutable std::mutex mutex_;
  std::optional<CallOverrides> overrides_;
  std::shared_ptr<RequestRecord> request_;
  // By pointer, so that a call in flight does not make room for it twice.
  std::unique_ptr<const CallReport> report_;
  mutable std::shared_ptr<const grpc::AuthContext> real_;
  // Null once `real_` was made of it.
  mutable std::unique_ptr<grpc_call, Unref> call_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_CONTEXT_EXTENSION_H_
