// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_INBOUND_GRANT_H_
#define BATON_CORE_DECISION_INBOUND_GRANT_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "baton/core/policy/inbound_grant_options.h"
#include "baton/core/wire/retry_budget_header.h"

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

struct InboundGrant {
  // What the request may spend. Not set: this server is the edge, and each
  // outgoing call mints its method's `edge_grant`.
  std::optional<int> grant;
  int hop = 0;
  // Is this request a repetition, as far as anybody has said?
  bool is_retry = false;
  // For the counters.
  HeaderVerdict verdict = HeaderVerdict::kAbsent;
  bool stripped = false;        // there was a header, from somebody not trusted
  bool clamped = false;         // it granted more than the listener allows
  bool hidden_retries = false;  // somebody above retries without a header
};

// Decides what an inbound request is granted. No input grants more than the
// listener allows, and none more than it said.
InboundGrant ResolveInboundGrant(const ListenerOptions& options,
                                 const InboundEvidence& evidence);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_INBOUND_GRANT_H_
