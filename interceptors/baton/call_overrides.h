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

// What one call wants different from its method's policy. What is not set is
// as the policy has it. A value.
struct CallOverrides {
  std::optional<int> max_attempts;
  std::optional<Idempotency> idempotency;
  std::optional<Owner> owner;
  std::optional<absl::Duration> timeout;
  std::optional<HedgeOptions> hedge;
  // FallbackCalls::kNone: it stays on its channel.
  std::optional<FallbackOptions> fallback;
  // One attempt, and no grant for the layers below.
  bool retries_off = false;
};

}  // namespace baton

#endif  // BATON_CALL_OVERRIDES_H_
