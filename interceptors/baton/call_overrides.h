// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CALL_OVERRIDES_H_
#define BATON_CALL_OVERRIDES_H_

#include "baton/base/export.h"

#include <optional>
#include <string>

#include "absl/time/time.h"
#include "baton/policy/fallback_options.h"
#include "baton/policy/hedge_options.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/owner.h"

namespace BATON_EXPORT baton {

// Options of one call. An option that is set has precedence over the policy of
// the method. For an unset option, the value of the policy applies.
struct CallOverrides {
  // Replaces `retry.max_attempts`: attempts, including the first. From 1 to 10.
  // The value 1 disables retries. Also limits the attempts after throttling and
  // contention. The grant of the call limits its attempts, too.
  std::optional<int> max_attempts;
  // Replaces `idempotency`: whether the server may safely execute the request
  // more than once.
  std::optional<Idempotency> idempotency;
  // Replaces `retry.owner`, the service that spends the grant.
  std::optional<Owner> owner;
  // Ends the call after this time, like a deadline in the context. If the
  // context also has a deadline, the earlier of the two applies. Positive.
  std::optional<absl::Duration> timeout;
  // Replaces all options of `hedge`.
  std::optional<HedgeOptions> hedge;
  // Replaces all options of `fallback`. FallbackCalls::kNone disables the
  // fallback channels for this call.
  std::optional<FallbackOptions> fallback;
  // The idempotency key of the call: see ValidateIdempotencyKey(). Each attempt
  // of a unary call carries it, also in observe mode. Without it, the policy
  // decides whether the call has a key. Streams ignore it.
  std::optional<std::string> idempotency_key;
  // If true, the call makes only one attempt, and its callees get no grant.
  bool disable_retries = false;
};

}  // namespace baton

#endif  // BATON_CALL_OVERRIDES_H_
