// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/inbound_metadata.h"

#include <memory>
#include <string>
#include <vector>

#include "baton/core/decision/inbound_grant_resolver.h"
#include "baton/core/decision/replay_decision.h"
#include "baton/core/wire/idempotency_key_parser.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/idempotency/idempotency_key.h"
#include "baton/rpc/server/caller_identities.h"
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

InboundMetadata::Values InboundMetadata::All(absl::string_view key) const {
  Values values;
  const auto range = map_.equal_range(ToRef(key));
  for (auto it = range.first; it != range.second; ++it) {
    values.push_back(ToView(it->second));
  }
  return values;
}

absl::StatusOr<std::optional<absl::string_view>>
InboundMetadata::IdempotencyKey() const {
  const Values values = All(kIdempotencyKeyName);
  return core::ParseIdempotencyKey(values);
}

bool InboundMetadata::MayHaveRun(const InboundGrant& inbound) const {
  return core::MayHaveRun(
      core::DecodeRetryBudget(All(core::kRetryBudgetKey)).header,
      inbound.hidden_retries);
}

InboundMetadata::Resolved InboundMetadata::Resolve(
    const InboundGrantOptions& options, const InboundGrantOptions* also,
    const grpc::ServerContextBase& context,
    const Connection& connection) const {
  const Values values = All(core::kRetryBudgetKey);
  core::InboundEvidence evidence;
  evidence.header_values = values;
  evidence.previous_rpc_attempts = Get("grpc-previous-rpc-attempts");
  evidence.envoy_attempt_count = Get("x-envoy-attempt-count");
  evidence.trusted_connection = connection.trusted;

  // Owns the strings in `identities`.
  std::vector<std::string> names;
  const bool names_identities =
      !options.trusted_identities.empty() ||
      (also != nullptr && !also->trusted_identities.empty());
  if (connection.trusted && connection.verifies_clients && names_identities) {
    const std::shared_ptr<const grpc::AuthContext> caller =
        context.auth_context();
    if (caller != nullptr) names = CallerIdentities(*caller);
  }
  const std::vector<absl::string_view> identities(names.begin(), names.end());
  evidence.peer_identities = identities;
  // Only options that name identities can distinguish callers.
  const InboundGrantOptions& naming =
      options.trusted_identities.empty() && also != nullptr ? *also : options;
  return {
      also == nullptr ? core::ResolveInboundGrant(options, evidence)
                      : core::ResolveInboundGrant(options, *also, evidence),
      core::TrustedCaller(naming, identities).value_or(absl::string_view())};
}

}  // namespace baton::rpc
