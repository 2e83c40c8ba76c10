// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_INBOUND_GRANT_RESOLVER_H_
#define BATON_CORE_DECISION_INBOUND_GRANT_RESOLVER_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "baton/core/decision/inbound_grant_resolver.h"
#include "baton/inbound_grant.h"
#include "baton/policy/inbound_grant_options.h"

namespace baton::core {

// What came in with a request, as far as its grant depends on it.
struct InboundEvidence {
  // All values of `retry-budget`.
  absl::Span<const absl::string_view> header_values;
  // The caller's authenticated identities; empty without authentication.
  absl::Span<const absl::string_view> peer_identities;
  // `grpc-previous-rpc-attempts` and `x-envoy-attempt-count`, as they came.
  std::optional<absl::string_view> previous_rpc_attempts;
  std::optional<absl::string_view> envoy_attempt_count;
};

// Decides what an inbound request is granted. No input grants more than the
// listener allows, and none more than it said.
InboundGrant ResolveInboundGrant(const ListenerOptions& options,
                                 const InboundEvidence& evidence);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_INBOUND_GRANT_RESOLVER_H_
