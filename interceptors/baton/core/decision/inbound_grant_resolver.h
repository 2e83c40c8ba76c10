// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_INBOUND_GRANT_RESOLVER_H_
#define BATON_CORE_DECISION_INBOUND_GRANT_RESOLVER_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "baton/inbound_grant.h"
#include "baton/policy/inbound_grant_options.h"

namespace baton::core {

// The parts of a request that decide its grant.
struct InboundEvidence {
  // All values of the `retry-budget` header.
  absl::Span<const absl::string_view> header_values;
  // The authenticated identities of the caller. Empty without authentication.
  absl::Span<const absl::string_view> peer_identities;
  // The values of `grpc-previous-rpc-attempts` and `x-envoy-attempt-count`, as
  // received.
  std::optional<absl::string_view> previous_rpc_attempts;
  std::optional<absl::string_view> envoy_attempt_count;
  // Whether the server believes callers with this connection.
  bool trusted_connection = true;
};

// Returns which of the `trusted_identities` of the options the caller has. The
// result points into the options. Empty: the options trust all callers.
// nullopt: they do not trust this one.
std::optional<absl::string_view> TrustedCaller(
    const InboundGrantOptions& options,
    absl::Span<const absl::string_view> peer_identities);

// Returns the grant of an incoming request. It never exceeds `max_grant` of the
// options, and never exceeds the grant in the header.
InboundGrant ResolveInboundGrant(const InboundGrantOptions& options,
                                 const InboundEvidence& evidence);

// Does the same with two sets of options. Neither weakens the other: the caller
// is trusted only if both trust it, and the smaller grant counts.
InboundGrant ResolveInboundGrant(const InboundGrantOptions& a,
                                 const InboundGrantOptions& b,
                                 InboundEvidence evidence);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_INBOUND_GRANT_RESOLVER_H_
