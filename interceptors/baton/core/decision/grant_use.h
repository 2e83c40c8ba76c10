// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_GRANT_USE_H_
#define BATON_CORE_DECISION_GRANT_USE_H_

#include <optional>

#include "baton/attempt_outcome.h"
#include "baton/core/decision/call_grant.h"
#include "baton/core/decision/call_progress.h"
#include "baton/monotonic_time.h"
#include "baton/policy/method_policy.h"

namespace baton::core {

// Returns what an attempt forwards that starts at `now`. A grant that the call
// may not spend because of its nature belongs to the services below it. A grant
// that an operator or an override has switched off belongs to no service: if an
// operator stops the retries of a caller, its callees start none. In observe
// mode this service is a transparent hop, which passes the grant on.
//
// A call has no time for a second attempt if no useful attempt would fit even
// if this attempt failed at once. Limits of the policy, such as
// `max_retry_time` and `max_attempts`, are not the nature of the call.
GrantUse GrantUseOf(const MethodPolicy& policy, const CallProgress& progress,
                    MonotonicTime now);

// Returns the grant of a call that belongs to no request with a grant.
// `is_unlinked`: it belongs to no request, although the process serves some.
int GrantAtEdge(const RetryOptions& options, bool is_unlinked);

// The part of a call's plan that decides whether its attempts have a header.
struct HeaderFacts {
  // Whether the call belongs to a request or to a unit, and whether this has
  // given it a grant. At the edge it has not.
  bool is_linked = false;
  bool has_grant = false;
  // Whether all retries of the process are stopped.
  bool retries_stopped = false;
};

// Returns whether the attempts of a call carry the `retry-budget` header. In
// observe mode only a header that has arrived passes on, and retries that an
// operator has switched off stay switched off. A new header would change what
// callees do.
bool SendsHeader(const MethodPolicy& policy, const HeaderFacts& facts);

// Returns the grant that the callee of this attempt has used, for
// CallGrant::EndAttempt(). An attempt that provably never reached a handler has
// used nothing. If a handler has rejected the request, its report counts: the
// handler may have made calls before.
std::optional<int> GrantUsedByCallee(const AttemptOutcome& outcome);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_GRANT_USE_H_
