// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_INBOUND_GRANT_H_
#define BATON_CORE_INBOUND_GRANT_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "baton/core/listener_options.h"
#include "baton/core/retry_budget_header.h"

namespace baton::core {

// The parts of a request that its grant depends on.
struct InboundEvidence {
  // All values of the `retry-budget` header.
  absl::Span<const absl::string_view> header_values;
  // The authenticated identities of the caller. Empty without authentication.
  absl::Span<const absl::string_view> peer_identities;
  // The values of `grpc-previous-rpc-attempts` and `x-envoy-attempt-count`, as
  // received.
  std::optional<absl::string_view> previous_rpc_attempts;
  std::optional<absl::string_view> envoy_attempt_count;
};

struct InboundGrant {
  // The grant of the request. Not set: this server is the edge, and each
  // outgoing call creates the `edge_grant` of its method.
  std::optional<int> grant;
  int hop = 0;
  // Whether the metadata shows that this request is a repetition.
  bool is_retry = false;
  // Facts for the counters.
  HeaderVerdict verdict = HeaderVerdict::kAbsent;
  bool stripped = false;        // an untrusted caller sent a header
  bool clamped = false;         // the header exceeded `max_grant`
  bool hidden_retries = false;  // retried above this server without a header
};

// Determines the grant of an inbound request. The result never exceeds
// `max_grant`, and never exceeds the grant in the header.
InboundGrant ResolveInboundGrant(const ListenerOptions& options,
                                 const InboundEvidence& evidence);

}  // namespace baton::core

#endif  // BATON_CORE_INBOUND_GRANT_H_
