// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_OWNER_H_
#define BATON_POLICY_OWNER_H_

#include "baton/base/export.h"

#include "absl/strings/string_view.h"

namespace BATON_EXPORT baton {

// The service that spends the grant of a request: the extra attempts that the
// request may cause.
enum class OwnerMode {
  // The default: this service spends the grant, and its callees get none. The
  // edge is then the only service that retries, and it sees every kind of
  // failure. A call that may not spend its grant forwards it: a call that is
  // not idempotent, or that has no time for a second attempt.
  kKeep,
  // The service nearest to the failure spends the grant. This service forwards
  // the whole grant with its first attempt. It may spend the part that the
  // callee reports as unused.
  kDelegate,
  // This service and its callees spend the grant. This service keeps
  // `kept_grant` and forwards the rest. It may spend the kept part even if the
  // callee has exhausted the forwarded part.
  kSplit,
};

// The owner of the grant of a request. A value.
struct Owner {
  // The service that spends the grant.
  OwnerMode mode = OwnerMode::kKeep;
  // With kSplit: the extra attempts that this service keeps for itself. 1 to 8.
  // With other modes: 0.
  int kept_grant = 0;
};

// Returns "keep", "delegate" or "split".
absl::string_view ToString(OwnerMode mode);

}  // namespace baton

#endif  // BATON_POLICY_OWNER_H_
