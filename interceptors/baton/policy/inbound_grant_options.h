// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_INBOUND_GRANT_OPTIONS_H_
#define BATON_POLICY_INBOUND_GRANT_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "baton/retry_budget_header.h"

namespace baton {

// How a server uses the `retry-budget` header of inbound requests.
struct InboundGrantOptions {
  // Whether the server uses the header of a caller.
  enum class Trust {
    // Ignores the header, as if it were absent.
    kStrip,
    // Uses the header, up to `max_grant`.
    kClamp,
  };

  // Whether the server uses the headers of its callers.
  Trust trust = Trust::kClamp;
  // The maximum grant of a request. 0 to 9.
  int max_grant = kMaxGrant;
  // The grant of a request without a header. 0 to `max_grant`. Not set: this
  // server is the edge, and each outgoing call creates its method's
  // `edge_grant`.
  std::optional<int> when_absent;
  // The authenticated identities of trusted callers, with kClamp. The headers
  // of other callers are ignored. Empty: every caller is trusted.
  std::vector<std::string> trusted_identities;
};

}  // namespace baton

#endif  // BATON_POLICY_INBOUND_GRANT_OPTIONS_H_
