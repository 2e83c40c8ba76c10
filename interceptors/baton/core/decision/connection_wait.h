// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_CONNECTION_WAIT_H_
#define BATON_CORE_DECISION_CONNECTION_WAIT_H_

#include "baton/core/decision/call_progress.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/policy/method_policy.h"

// Rules for a call whose target is unreachable, for example because the server
// restarts. The attempts fail within microseconds, and no server sees them.
// The attempts therefore use no grant and no process budget. The call waits for
// a connection, unless the application or the policy sets it to fail fast. The
// wait is limited, because calls to a target that stays down must not
// accumulate in this process.
namespace baton::core {

// The wait-for-ready setting that the application made for the call.
enum class WaitForReady {
  kUnspecified,
  kNo,   // the call fails fast
  kYes,  // gRPC makes each attempt wait for a connection
};

// Returns whether the call waits for a connection between its attempts. The
// setting of the call, `said`, takes precedence over the policy. Returns false
// if `max_connection_wait` is zero.
bool WaitsForConnection(const MethodPolicy& policy, WaitForReady said);

// Records an attempt that never left this process. `forwarded` is the grant
// that the attempt forwarded.
void BookUnsent(int forwarded, MonotonicTime started_at,
                CallProgress& progress);

// Returns the time until which the call waits for a connection, after its
// latest attempt found no connection. The wait ends early enough for an
// attempt: an attempt that starts at its end is within `max_retry_time` and has
// `min_attempt_time` until the deadline.
MonotonicTime ConnectBy(const MethodPolicy& policy,
                        const CallProgress& progress);

// Returns the decision after ConnectBy() has passed: kNotEnoughTime if the
// deadline or `max_retry_time` ended the wait, else kNoConnection.
Decision StopConnectionWait(const MethodPolicy& policy,
                            const CallProgress& progress);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_CONNECTION_WAIT_H_
