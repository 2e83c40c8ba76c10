// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_INBOUND_METADATA_H_
#define BATON_RPC_INBOUND_METADATA_H_

#include <map>
#include <optional>

#include "absl/strings/string_view.h"
#include "baton/core/inbound_grant.h"
#include "baton/core/listener_options.h"
#include "baton/core/request_observer.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/string_ref.h"

namespace baton::rpc {

// The metadata of a request. Lives on the stack of the interceptor.
class InboundMetadata final : public core::RequestMetadata {
 public:
  using Map = std::multimap<grpc::string_ref, grpc::string_ref>;

  // `map` must outlive this object.
  explicit InboundMetadata(const Map& map) : map_(map) {}

  std::optional<absl::string_view> Get(absl::string_view key) const override;

  bool HasBudget() const;
  // Returns the grant of the request. Reads the identity of the caller only if
  // the listener needs it.
  core::InboundGrant Resolve(const core::ListenerOptions& listener,
                             const grpc::ServerContextBase& context) const;

 private:
  const Map& map_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_INBOUND_METADATA_H_
