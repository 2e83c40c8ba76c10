// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_INBOUND_GRANT_OPTIONS_H_
#define BATON_POLICY_INBOUND_GRANT_OPTIONS_H_

#include "baton/base/export.h"

#include <optional>
#include <string>
#include <vector>

#include "baton/policy/defaults.h"

namespace BATON_EXPORT baton {

// How a server uses the `retry-budget` header of incoming requests. The header
// carries the grant: the number of extra attempts that the request may cause.
struct InboundGrantOptions {
  // Whether the server uses the header of its callers.
  enum class Trust {
    // Ignores the header, as if it were absent.
    kStrip,
    // Uses the header. Reduces a grant above `max_grant` to `max_grant`.
    kClamp,
  };

  // Whether the server uses the header of its callers.
  Trust trust = Trust::kClamp;
  // The maximum grant of a request with the header. 0 to 9. 0: such a request
  // causes no extra attempts. A request with the header may cause this many
  // extra attempts, also if the `edge_grant` of its methods is smaller.
  int max_grant = defaults::kInboundGrantMax;
  // The grant of a request without the header. 0 to `max_grant`. 0: the calls
  // of its handler make no extra attempts. Not set: this server is the edge.
  // Each outgoing call then gets a new grant, the `edge_grant` of its method.
  std::optional<int> when_absent;
  // The identities of the callers that the server trusts, from their verified
  // certificates: "uri:spiffe://prod/gateway" or "dns:edge.prod", a subject
  // alternative name of that type. Compared as whole names. The server ignores
  // the header of all other callers. Only with kClamp, and with
  // ServerOptions::credentials_verify_clients. Empty: the server trusts all
  // callers.
  std::vector<std::string> trusted_identities;

  friend bool operator==(const InboundGrantOptions& a,
                         const InboundGrantOptions& b) {
    return a.trust == b.trust && a.max_grant == b.max_grant &&
           a.when_absent == b.when_absent &&
           a.trusted_identities == b.trusted_identities;
  }
};

}  // namespace baton

#endif  // BATON_POLICY_INBOUND_GRANT_OPTIONS_H_
