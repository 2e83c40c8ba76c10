// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_OVERRIDES_H_
#define BATON_RPC_CALL_OVERRIDES_H_

#include <optional>

#include "absl/time/time.h"
#include "baton/core/fallback_options.h"
#include "baton/core/hedge_options.h"
#include "baton/core/idempotency.h"
#include "baton/core/owner.h"

namespace baton::rpc {

// Options of one call. They replace the options of its method's policy. Unset
// options keep the value of the policy.
struct CallOverrides {
  std::optional<int> max_attempts;
  std::optional<core::Idempotency> idempotency;
  std::optional<core::Owner> owner;
  std::optional<absl::Duration> timeout;
  std::optional<core::HedgeOptions> hedge;
  // FallbackCalls::kNone disables the fallback channels for this call.
  std::optional<core::FallbackOptions> fallback;
  // The call makes one attempt, and its callees get no grant.
  bool retries_off = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_OVERRIDES_H_
