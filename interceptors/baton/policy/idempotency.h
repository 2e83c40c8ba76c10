// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_IDEMPOTENCY_H_
#define BATON_POLICY_IDEMPOTENCY_H_

#include "absl/strings/string_view.h"

namespace baton {

// The known effect of a method that runs more than once.
enum class Idempotency {
  // Not declared. Treated like kNotIdempotent, but reports show "unknown". An
  // operator can see from it that only a line of policy may be missing.
  kUnknown,
  // Declared: a second run has a second effect.
  kNotIdempotent,
  // Declared: a second run leaves the server as the first run did.
  kIdempotent,
  // Declared: no run changes anything (proto: NO_SIDE_EFFECTS).
  kNoSideEffects,
};

// Returns whether a request may be sent again although an earlier attempt may
// have been executed.
constexpr bool IsIdempotent(Idempotency idempotency) {
  return idempotency == Idempotency::kIdempotent ||
         idempotency == Idempotency::kNoSideEffects;
}

// Returns "unknown", "not_idempotent", "idempotent" or "no_side_effects".
absl::string_view ToString(Idempotency idempotency);

}  // namespace baton

#endif  // BATON_POLICY_IDEMPOTENCY_H_
