// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_CALL_PROGRESS_H_
#define BATON_CORE_DECISION_CALL_PROGRESS_H_

#include <optional>

#include "baton/classifier.h"
#include "baton/core/decision/call_grant.h"
#include "baton/core/limits/process_budget.h"
#include "baton/deadline.h"
#include "baton/monotonic_time.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/method_policy.h"

namespace baton::core {

// Whether Baton can still send the call again from the start.
enum class Commitment {
  kOpen,        // it can
  kCommitted,   // no: the application has a part of the response
  kBufferFull,  // no: Baton does not keep all messages that the call sent
};

// The data about one call and one class of failures.
struct ClassProgress {
  // The number of waits since the start, or since a server requested a wait,
  // that Baton computed from the backoff curve of the class.
  int backoff_waits = 0;
  // The end of the first attempt that failed with this class.
  std::optional<MonotonicTime> failed_since;
};

// The data about one call that decisions depend on. Owned by the object that
// drives the call. Not thread-safe.
struct CallProgress {
  CallProgress(MonotonicTime started, Deadline call_deadline,
               CallGrant call_grant)
      : started_at(started), deadline(call_deadline), grant(call_grant) {}

  MonotonicTime started_at;
  Deadline deadline;
  // The grant of the call. It also counts the attempts, including the running
  // one.
  CallGrant grant;
  Commitment commitment = Commitment::kOpen;
  // Whether the call waits for a connection if there is none. If false,
  // attempts without a connection count against `max_attempts`, so that the
  // call soon fails.
  bool waits_for_connection = false;
  // Whether the call ends with the first attempt that finds no connection,
  // because the application has set this.
  bool fails_fast = false;
  // Whether the next attempt uses a channel that may have a connection. The
  // call then does not wait for a connection.
  bool skips_connection_wait = false;
  // Whether Baton makes the channel try often to connect: see ReconnectOptions.
  bool reconnects_soon = false;
  // The begin of the outage that the latest attempts have met. It may be
  // earlier than the call.
  std::optional<MonotonicTime> unconnected_since;
  // The number of attempts without a connection, if the call does not wait for
  // connections. These attempts use no grant and no process budget, but they
  // count against `max_attempts` of the policy.
  int unsent_attempts = 0;
  // The data about the classes that have their own options for retries, and
  // about all other classes together.
  ClassProgress throttled;
  ClassProgress contention;
  ClassProgress other_classes;
  BudgetSpending spending;
  // Whether the retries of the whole process are stopped, or were stopped when
  // the call started: see retry_stop.h.
  bool retries_stopped = false;
  // Whether an earlier attempt may have taken effect on the server.
  bool effect_possible = false;
  // Whether the next attempt may reach another server than the latest one:
  // another server of the service, or the service of another channel.
  bool may_reach_other_server = false;
  // Whether the server honors the idempotency key of the call. A repeated
  // request then does not run twice.
  bool key_is_honored = false;

  // Returns the data about this class of failures.
  ClassProgress& OfClass(OutcomeClass outcome_class) {
    if (outcome_class == OutcomeClass::kThrottled) return throttled;
    if (outcome_class == OutcomeClass::kContention) return contention;
    return other_classes;
  }
  const ClassProgress& OfClass(OutcomeClass outcome_class) const {
    if (outcome_class == OutcomeClass::kThrottled) return throttled;
    if (outcome_class == OutcomeClass::kContention) return contention;
    return other_classes;
  }
};

// Returns whether Baton may send the call again although the server may have
// executed it.
inline bool MayRepeat(const MethodPolicy& policy,
                      const CallProgress& progress) {
  return IsIdempotent(policy.idempotency) || progress.key_is_honored;
}

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_CALL_PROGRESS_H_
