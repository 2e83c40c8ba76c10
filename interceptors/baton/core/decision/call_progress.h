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

// Can the call still be sent again from the start?
enum class Commitment {
  kOpen,        // yes
  kCommitted,   // no: the application has a part of the answer
  kBufferFull,  // no: what was sent is no longer all kept
};

// What one call has done so far, as far as decisions depend on it. Owned by
// whoever drives the call; not thread-safe.
struct CallProgress {
  CallProgress(MonotonicTime started, Deadline call_deadline,
               CallGrant call_grant)
      : started_at(started), deadline(call_deadline), grant(call_grant) {}

  MonotonicTime started_at;
  Deadline deadline;
  // Also counts the attempts, the running one included.
  CallGrant grant;
  Commitment commitment = Commitment::kOpen;
  // Does the call wait for a connection where there is none, or does it fail
  // as fast as its policy says?
  bool waits_for_connection = false;
  // The next attempt goes where none has found that there is no connection, so
  // none has to be waited for.
  bool goes_elsewhere = false;
  // When the first of the latest attempts started that found no connection.
  std::optional<MonotonicTime> unconnected_since;
  // Attempts that no server ever saw, of a call that does not wait. They are
  // charged to nobody's grant or budget, but the policy's number of attempts
  // bounds them like any others.
  int unsent_attempts = 0;
  // Waits drawn from the backoff curve since the server last named one.
  int backoff_waits = 0;
  BudgetSpending spending;
  // The latest attempt that was admitted is the probe of a closed health gate,
  // taken then.
  std::optional<MonotonicTime> probe;
  // An earlier attempt may have had its effect.
  bool effect_possible = false;
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_CALL_PROGRESS_H_
