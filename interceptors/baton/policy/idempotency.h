// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_IDEMPOTENCY_H_
#define BATON_POLICY_IDEMPOTENCY_H_

#include "absl/strings/string_view.h"

namespace baton {

// What is known of a method's effect when it runs more than once.
enum class Idempotency {
  // Nobody said. Treated like kNotIdempotent, but reports say "unknown", which
  // tells an operator that a line of policy may be all that is missing.
  kUnknown,
  // Somebody said that a second run has a second effect.
  kNotIdempotent,
  // A second run leaves the server as the first run did.
  kIdempotent,
  // No run changes anything (proto: NO_SIDE_EFFECTS).
  kNoSideEffects,
};

// May a request be sent again although an earlier copy may have been executed?
constexpr bool MayRunTwice(Idempotency idempotency) {
  return idempotency == Idempotency::kIdempotent ||
         idempotency == Idempotency::kNoSideEffects;
}

// "unknown", "not_idempotent", "idempotent", "no_side_effects".
absl::string_view ToString(Idempotency idempotency);

}  // namespace baton

#endif  // BATON_POLICY_IDEMPOTENCY_H_
