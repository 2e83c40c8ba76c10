// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CALL_OVERRIDES_H_
#define BATON_CALL_OVERRIDES_H_

#include <optional>

#include "absl/time/time.h"
#include "baton/policy/fallback_options.h"
#include "baton/policy/hedge_options.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/owner.h"

namespace baton {

// Options of one call. Each option that is set replaces the same option in the
// policy of the method. Unset options keep the value of the policy.
struct CallOverrides {
  std::optional<int> max_attempts;
  std::optional<Idempotency> idempotency;
  std::optional<Owner> owner;
  // Ends the call after this time, like a deadline in the context. If the
  // context has a deadline too, the earlier of the two applies.
  std::optional<absl::Duration> timeout;
  std::optional<HedgeOptions> hedge;
  // FallbackCalls::kNone disables the fallback channels for this call.
  std::optional<FallbackOptions> fallback;
  // The call makes one attempt, and its callees get no grant.
  bool disable_retries = false;
};

}  // namespace baton

#endif  // BATON_CALL_OVERRIDES_H_
