// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_CALL_OVERRIDES_H_
#define BATON_RPC_CHANNEL_CALL_OVERRIDES_H_

#include <optional>

#include "absl/time/time.h"
#include "baton/core/policy/fallback_options.h"
#include "baton/core/policy/hedge_options.h"
#include "baton/core/policy/idempotency.h"
#include "baton/core/policy/owner.h"

namespace baton::rpc {

// What one call wants different from its method's policy. What is not set is
// as the policy has it. A value.
struct CallOverrides {
  std::optional<int> max_attempts;
  std::optional<core::Idempotency> idempotency;
  std::optional<core::Owner> owner;
  std::optional<absl::Duration> timeout;
  std::optional<core::HedgeOptions> hedge;
  // FallbackCalls::kNone: it stays on its channel.
  std::optional<core::FallbackOptions> fallback;
  // One attempt, and no grant for the layers below.
  bool retries_off = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_CALL_OVERRIDES_H_
