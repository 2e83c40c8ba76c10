// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_CONNECTION_WAIT_H_
#define BATON_CORE_DECISION_CONNECTION_WAIT_H_

#include "baton/core/decision/call_progress.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/policy/method_policy.h"

// What becomes of a call while its target cannot be reached: a server that
// restarts, say. Its attempts fail within microseconds and no server sees any
// of them, so they are charged to nobody. Unless it was told to fail fast the
// call waits for a connection, but only for so long: a target that is down for
// good must not fill this process with calls that wait.
namespace baton::core {

// What a call says of itself.
enum class WaitForReady {
  kUnsaid,
  kNo,   // it is to fail fast
  kYes,  // its attempts wait for a connection by themselves
};

// Does the call wait for a connection between its attempts? What it says goes
// before what the policy says.
bool WaitsForConnection(const MethodPolicy& policy, WaitForReady said);

// Books an attempt that never left this process, was started at `started_at`
// and had `forwarded` with it.
void BookUnsent(int forwarded, MonotonicTime started_at,
                CallProgress& progress);

// Until when the call, whose latest attempt found no connection, waits for one:
// the end of the policy's patience, if a useful attempt still fits then.
MonotonicTime ConnectBy(const MethodPolicy& policy,
                        const CallProgress& progress);

// That time has come.
Decision GiveUpConnection(const MethodPolicy& policy,
                          const CallProgress& progress);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_CONNECTION_WAIT_H_
