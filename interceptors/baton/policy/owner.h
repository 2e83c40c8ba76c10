// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_OWNER_H_
#define BATON_POLICY_OWNER_H_

#include "absl/strings/string_view.h"

namespace baton {

// The service that spends the grant of a request.
enum class OwnerMode {
  // This service. Its callees get no grant. The default: the edge is the only
  // service that retries, and it sees every kind of failure.
  kKeep,
  // The service nearest to the failure. The whole grant is forwarded with the
  // first attempt. This service may spend the part that comes back unused.
  kDelegate,
  // This service and its callees. This service keeps `kept_grant` and forwards
  // the rest. It may spend the kept part even if its callee reports the
  // forwarded part as exhausted.
  kSplit,
};

// The owner of the grant of a request. A value.
struct Owner {
  // The service that spends the grant.
  OwnerMode mode = OwnerMode::kKeep;
  // The grant that this service keeps for its own attempts with kSplit. 1 to 8.
  // Must be 0 with other modes.
  int kept_grant = 0;
};

// Returns "keep", "delegate" or "split".
absl::string_view ToString(OwnerMode mode);

}  // namespace baton

#endif  // BATON_POLICY_OWNER_H_
