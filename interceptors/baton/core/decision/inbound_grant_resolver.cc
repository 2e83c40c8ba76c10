// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/inbound_grant_resolver.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/inbound_grant.h"

namespace baton::core {
namespace {

bool IsTrusted(const InboundGrantOptions& options,
               absl::Span<const absl::string_view> peer_identities) {
  if (options.trust == InboundGrantOptions::Trust::kStrip) return false;
  if (options.trusted_identities.empty()) return true;
  return std::any_of(peer_identities.begin(), peer_identities.end(),
                     [&options](absl::string_view identity) {
                       return std::find(options.trusted_identities.begin(),
                                        options.trusted_identities.end(),
                                        identity) !=
                              options.trusted_identities.end();
                     });
}

// Returns whether a count from a client or proxy without Baton shows attempts
// that no header accounts for. `accounted` is the count without such attempts.
// Any other value counts as more, because an odd value must not allow more
// retries.
bool TellsOfMore(const std::optional<absl::string_view>& count, int accounted) {
  return count.has_value() && *count != absl::StrCat(accounted);
}

}  // namespace

InboundGrant ResolveInboundGrant(const InboundGrantOptions& options,
                                 const InboundEvidence& evidence) {
  InboundGrant inbound;
  DecodedRetryBudget decoded;
  if (IsTrusted(options, evidence.peer_identities)) {
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
  inbound.is_retry = inbound.hidden_retries || decoded.header.attempts_made > 0;

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

}  // namespace baton::core
