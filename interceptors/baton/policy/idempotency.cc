// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/idempotency.h"

namespace baton {

absl::string_view ToString(Idempotency idempotency) {
  switch (idempotency) {
    case Idempotency::kUnknown:
      return "unknown";
    case Idempotency::kNotIdempotent:
      return "not_idempotent";
    case Idempotency::kIdempotent:
      return "idempotent";
    case Idempotency::kNoSideEffects:
      return "no_side_effects";
  }
  return "unknown";
}

}  // namespace baton
