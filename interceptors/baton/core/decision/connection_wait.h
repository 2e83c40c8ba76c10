// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_CONNECTION_WAIT_H_
#define BATON_CORE_DECISION_CONNECTION_WAIT_H_

#include "baton/core/decision/call_progress.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/policy/method_policy.h"

// Rules for a call whose target is unreachable, for example because its server
// restarts. After the first failure to connect, attempts fail within
// microseconds, and no server sees them.
// They therefore use no grant and no process budget. The call waits for a
// connection, unless the application or the policy makes it fail fast. The wait
// has a limit: otherwise the calls to a target that stays down would accumulate
// in this process.
namespace baton::core {

// The application's wait-for-ready setting for the call.
enum class WaitForReady {
  kUnspecified,
  kNo,   // the call fails fast
  kYes,  // gRPC makes each attempt wait for a connection
};

// An attempt of a call found no connection. Returns whether the call waits for
// a connection before its next attempt. `said` is the application's setting for
// this call. If `max_connection_wait` of the policy is zero, returns false.
// Otherwise `said` decides, or `wait_for_ready` of the policy if `said` is
// kUnspecified.
bool WaitsForConnection(const MethodPolicy& policy, WaitForReady said);

// Records an attempt that never left this process, because there was no
// connection. `forwarded` is the grant that the attempt would have forwarded.
void BookUnsent(int forwarded, MonotonicTime outage_began,
                CallProgress& progress);

// Returns the time until which the call waits for a connection. Requires that
// the latest attempt found none. An attempt that starts at this time is still
// within `max_retry_time`, and has at least `min_attempt_time` until the
// deadline. If the channel tries often to connect, a call that started within
// `max_connection_wait` also waits for the next attempt, up to 200 ms more.
MonotonicTime ConnectBy(const MethodPolicy& policy,
                        const CallProgress& progress);

// Returns the decision after ConnectBy() has passed. The reason is
// kNotEnoughTime if the deadline or `max_retry_time` ended the wait. Otherwise
// it is kNoConnection.
Decision StopConnectionWait(const MethodPolicy& policy,
                            const CallProgress& progress);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_CONNECTION_WAIT_H_
