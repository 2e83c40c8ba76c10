// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_IDEMPOTENCY_H_
#define BATON_POLICY_IDEMPOTENCY_H_

#include "baton/base/export.h"

#include "absl/strings/string_view.h"

namespace BATON_EXPORT baton {

// Whether the server may safely execute a request of a method more than once.
enum class Idempotency {
  // Not declared. Baton treats the method like kNotIdempotent. Reports show
  // "unknown", so that an operator can see that a declaration may be missing.
  kUnknown,
  // Declared: each execution has an effect of its own.
  kNotIdempotent,
  // Declared: executing the request twice has the same effect as executing it
  // once.
  kIdempotent,
  // Declared: the method is read-only (proto: NO_SIDE_EFFECTS).
  kNoSideEffects,
};

// Returns whether Baton may send a request again although the server may have
// executed it already.
constexpr bool IsIdempotent(Idempotency idempotency) {
  return idempotency == Idempotency::kIdempotent ||
         idempotency == Idempotency::kNoSideEffects;
}

// Returns "unknown", "not_idempotent", "idempotent" or "no_side_effects".
absl::string_view ToString(Idempotency idempotency);

}  // namespace baton

#endif  // BATON_POLICY_IDEMPOTENCY_H_
