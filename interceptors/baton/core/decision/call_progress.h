// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_CALL_PROGRESS_H_
#define BATON_CORE_DECISION_CALL_PROGRESS_H_

#include <optional>

#include "baton/core/decision/call_grant.h"
#include "baton/core/limits/process_budget.h"
#include "baton/deadline.h"
#include "baton/monotonic_time.h"

namespace baton::core {

// Whether the call can still be sent again from the start.
enum class Commitment {
  kOpen,        // yes
  kCommitted,   // no: the application has a part of the response
  kBufferFull,  // no: the replay buffer no longer holds it all
};

// The progress of one call, as far as decisions depend on it. Owned by the
// object that drives the call. Not thread-safe.
struct CallProgress {
  CallProgress(MonotonicTime started, Deadline call_deadline,
               CallGrant call_grant)
      : started_at(started), deadline(call_deadline), grant(call_grant) {}

  MonotonicTime started_at;
  Deadline deadline;
  // The grant of the call. Also counts the attempts, including the running one.
  CallGrant grant;
  Commitment commitment = Commitment::kOpen;
  // Whether the call waits for a connection if there is none. If false, the
  // call fails as fast as its policy allows.
  bool waits_for_connection = false;
  // Whether the next attempt uses a channel that is not known to lack a
  // connection. The call then does not wait for a connection.
  bool skips_connection_wait = false;
  // The start of the first of the latest attempts that found no connection.
  std::optional<MonotonicTime> unconnected_since;
  // Attempts that no server saw, if the call does not wait for connections.
  // They use no grant and no process budget, but they count against
  // `max_attempts` of the policy.
  int unsent_attempts = 0;
  // Waits drawn from a backoff curve since the server last set a wait.
  int backoff_waits = 0;
  BudgetSpending spending;
  // If the latest admitted attempt is the probe of a closed health gate: the
  // time at which the probe was taken.
  std::optional<MonotonicTime> probe;
  // Whether an earlier attempt may have taken effect.
  bool effect_possible = false;
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_CALL_PROGRESS_H_
