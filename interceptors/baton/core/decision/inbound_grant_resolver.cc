// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/inbound_grant_resolver.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/inbound_grant.h"

namespace baton::core {
namespace {

// Returns whether a count from a client or proxy without Baton shows attempts
// that no header accounts for. `accounted` is the count without such attempts.
// Any other value counts as more, because an odd value must not allow more
// retries.
bool TellsOfMore(const std::optional<absl::string_view>& count, int accounted) {
  return count.has_value() && *count != absl::StrCat(accounted);
}

}  // namespace

std::optional<absl::string_view> TrustedCaller(
    const InboundGrantOptions& options,
    absl::Span<const absl::string_view> peer_identities) {
  if (options.trust == InboundGrantOptions::Trust::kStrip) return std::nullopt;
  const std::vector<std::string>& trusted = options.trusted_identities;
  if (trusted.empty()) return absl::string_view();
  for (const absl::string_view identity : peer_identities) {
    const auto found = std::find(trusted.begin(), trusted.end(), identity);
    if (found != trusted.end()) return absl::string_view(*found);
  }
  return std::nullopt;
}

InboundGrant ResolveInboundGrant(const InboundGrantOptions& options,
                                 const InboundEvidence& evidence) {
  InboundGrant inbound;
  DecodedRetryBudget decoded;
  inbound.trusted =
      evidence.trusted_connection &&
      TrustedCaller(options, evidence.peer_identities).has_value();
  if (inbound.trusted) {
    decoded = DecodeRetryBudget(evidence.header_values);
  } else {
    inbound.stripped = !evidence.header_values.empty();
  }
  inbound.verdict = decoded.verdict;
  inbound.hop = decoded.header.hop;
  // gRPC core omits its header on first attempts. A client with Baton may send
  // both headers. Envoy counts from one and does not see the attempts of Baton.
  inbound.hidden_retries = TellsOfMore(evidence.previous_rpc_attempts,
                                       decoded.header.attempts_made) ||
                           TellsOfMore(evidence.envoy_attempt_count, 1);
  inbound.is_retry = inbound.trusted && (inbound.hidden_retries ||
                                         decoded.header.attempts_made > 0);

  std::optional<int> asked = options.when_absent;
  if (decoded.verdict != HeaderVerdict::kAbsent) {
    asked = decoded.header.grant;
    inbound.clamped = *asked > options.max_grant;
  }
  // A proxy that repeats requests sends the whole grant with each of them. Only
  // the first one may use it.
  if (inbound.hidden_retries) asked = 0;
  if (asked.has_value()) inbound.grant = std::min(*asked, options.max_grant);
  return inbound;
}

InboundGrant ResolveInboundGrant(const InboundGrantOptions& a,
                                 const InboundGrantOptions& b,
                                 InboundEvidence evidence) {
  evidence.trusted_connection =
      evidence.trusted_connection &&
      TrustedCaller(a, evidence.peer_identities).has_value() &&
      TrustedCaller(b, evidence.peer_identities).has_value();
  InboundGrant inbound = ResolveInboundGrant(a, evidence);
  const InboundGrant other = ResolveInboundGrant(b, evidence);
  if (!inbound.grant.has_value()) {
    inbound.grant = other.grant;
  } else if (other.grant.has_value()) {
    inbound.grant = std::min(*inbound.grant, *other.grant);
  }
  inbound.clamped = inbound.clamped || other.clamped;
  return inbound;
}

}  // namespace baton::core
