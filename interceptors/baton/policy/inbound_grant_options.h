// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_INBOUND_GRANT_OPTIONS_H_
#define BATON_POLICY_INBOUND_GRANT_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "baton/retry_budget_header.h"

namespace baton {

// What a server makes of the `retry-budget` header of requests that come in on
// one listener.
struct ListenerOptions {
  enum class Trust {
    // Whatever the header says is ignored, as if it were absent.
    kStrip,
    // The header counts, up to `max_grant`.
    kClamp,
  };

  Trust trust = Trust::kClamp;
  // No request is granted more than this, 0 to 9.
  int max_grant = kMaxGrant;
  // The grant of a request without a header. Not set: this server is the edge,
  // and each method's `edge_grant` is minted.
  std::optional<int> absent_grant;
  // With kClamp: if not empty, only callers whose authenticated identity is
  // one of these are trusted; the others are stripped.
  std::vector<std::string> trusted_identities;
};

}  // namespace baton

#endif  // BATON_POLICY_INBOUND_GRANT_OPTIONS_H_
