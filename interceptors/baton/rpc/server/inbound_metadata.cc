// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/inbound_metadata.h"

#include <memory>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "baton/core/decision/inbound_grant_resolver.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "grpcpp/security/auth_context.h"

namespace baton::rpc {
namespace {

absl::string_view ToView(const grpc::string_ref& text) {
  return absl::string_view(text.data(), text.size());
}

grpc::string_ref ToRef(absl::string_view text) {
  return grpc::string_ref(text.data(), text.size());
}

}  // namespace

std::optional<absl::string_view> InboundMetadata::Get(
    absl::string_view key) const {
  const auto found = map_.find(ToRef(key));
  if (found == map_.end()) return std::nullopt;
  return ToView(found->second);
}

bool InboundMetadata::HasBudgetHeader() const {
  return Get(core::kRetryBudgetKey).has_value();
}

InboundGrant InboundMetadata::Resolve(
    const InboundGrantOptions& inbound_grant,
    const grpc::ServerContextBase& context) const {
  absl::InlinedVector<absl::string_view, 2> values;
  const auto range = map_.equal_range(ToRef(core::kRetryBudgetKey));
  for (auto it = range.first; it != range.second; ++it) {
    values.push_back(ToView(it->second));
  }
  core::InboundEvidence evidence;
  evidence.header_values = values;
  evidence.previous_rpc_attempts = Get("grpc-previous-rpc-attempts");
  evidence.envoy_attempt_count = Get("x-envoy-attempt-count");

  // Owns the strings in `identities`.
  std::shared_ptr<const grpc::AuthContext> caller;
  std::vector<absl::string_view> identities;
  if (!inbound_grant.trusted_identities.empty()) {
    caller = context.auth_context();
    if (caller != nullptr && caller->IsPeerAuthenticated()) {
      for (const grpc::string_ref& identity : caller->GetPeerIdentity()) {
        identities.push_back(ToView(identity));
      }
    }
  }
  evidence.peer_identities = identities;
  return core::ResolveInboundGrant(inbound_grant, evidence);
}

}  // namespace baton::rpc
