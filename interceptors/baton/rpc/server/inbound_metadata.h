// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_INBOUND_METADATA_H_
#define BATON_RPC_SERVER_INBOUND_METADATA_H_

#include <map>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "baton/inbound_grant.h"
#include "baton/policy/inbound_grant_options.h"
#include "baton/request_observer.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/string_ref.h"

namespace baton::rpc {

// The metadata of a request. Lives on the stack of the server interceptor.
class InboundMetadata final : public RequestMetadata {
 public:
  using Map = std::multimap<grpc::string_ref, grpc::string_ref>;

  // `map` must outlive this object.
  explicit InboundMetadata(const Map& map) : map_(map) {}

  std::optional<absl::string_view> Get(absl::string_view key) const override;

  // Returns whether the request has a `retry-budget` header.
  bool HasBudgetHeader() const;
  // Returns the idempotency key: see core::ParseIdempotencyKey().
  absl::StatusOr<std::optional<absl::string_view>> IdempotencyKey() const;
  // Returns whether an earlier attempt of the call may have run: see
  // core::MayHaveRun().
  bool MayHaveRun(const InboundGrant& inbound) const;
  // The knowledge of the server about the connection of a request.
  struct Connection {
    // Whether the server believes callers with this connection.
    bool trusted = true;
    // Whether the credentials of the server verify the certificates of clients.
    bool verifies_clients = false;
  };
  // The grant of a request, and its caller.
  struct Resolved {
    InboundGrant grant;
    // The trusted identity of the options that the caller has. Points into the
    // options. Empty: unknown.
    absl::string_view caller;
  };
  // Returns grant and caller of the request. Reads the identity of the caller
  // only if the options name trusted identities. If `also` is not null, its
  // options apply, too. The caller is known by the identities of `options`. If
  // these have none, it is known by the identities of `also`.
  Resolved Resolve(const InboundGrantOptions& options,
                   const InboundGrantOptions* also,
                   const grpc::ServerContextBase& context,
                   const Connection& connection) const;

 private:
  using Values = absl::InlinedVector<absl::string_view, 2>;

  Values All(absl::string_view key) const;

  const Map& map_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_INBOUND_METADATA_H_
