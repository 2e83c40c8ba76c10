// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_DECISION_H_
#define BATON_DECISION_H_

#include "baton/base/export.h"

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/classifier.h"
#include "baton/monotonic_time.h"
#include "baton/policy/process_budget_options.h"
#include "baton/stop_reason.h"

namespace BATON_EXPORT baton {

// The cause of a wait between two attempts.
enum class WaitCause {
  kNone,               // no wait
  kBackoff,            // backoff of the policy
  kThrottledBackoff,   // longer backoff, after reported overload
  kContentionBackoff,  // shorter backoff, after contention
  kPushback,           // requested by `grpc-retry-pushback-ms`
  kRetryInfo,          // requested by `google.rpc.RetryInfo`
  kAdvice,             // requested by `retry-advice`
  kConnection,         // no connection
  kLate,               // another attempt was late; the wait is its age
};

// The decision after an attempt has ended.
struct Decision {
  // Returns a decision to make no further attempt.
  static Decision Stop(StopReason reason) {
    Decision decision;
    decision.reason = reason;
    return decision;
  }

  // True: wait for `delay`, then send the next attempt. The grant of the call
  // already counts this attempt. If the attempt is never sent, the caller must
  // release its reservation in the grant. `paid` and `cost` state what the
  // caller must also return to the process budget.
  bool retry = false;
  // The reason for the stop, if `retry` is false.
  StopReason reason = StopReason::kSucceeded;
  // The class of the attempt's result.
  OutcomeClass outcome_class = OutcomeClass::kSuccess;
  // The wait before the next attempt. If `retry` is false, Baton may still have
  // computed a wait before the rule that stopped the call. `delay` is then this
  // wait. The rules after the wait are those from the grant to the process
  // budget, and observe mode. docs/stop-reasons.md has the order of all rules.
  absl::Duration delay = absl::ZeroDuration();
  // The cause of `delay`. kNone if there is no wait.
  WaitCause wait_cause = WaitCause::kNone;
  // The kind of failure. It sets the cost of the next attempt in the process
  // budget.
  RetryCost cost = RetryCost::kTransient;
  // Whether Baton has withdrawn `cost` from the process budget. If the attempt
  // is never sent, call ProcessBudget::ReturnUnsent(). False if no earlier
  // attempt of the call was sent, because the next attempt is then free.
  bool paid = false;
  // Only for a wait for a connection. After `delay`, the wait continues until
  // there is a connection, but not beyond this time.
  MonotonicTime connect_by = MonotonicTime::InfiniteFuture();
  // If `retry` is false: the call failed, and the client cannot know whether
  // the request took effect.
  bool outcome_unknown = false;
};

// Returns "none", "backoff", "throttled_backoff", "contention_backoff",
// "pushback", "retry_info", "advice", "connection" or "late".
absl::string_view ToString(WaitCause cause);

}  // namespace baton

#endif  // BATON_DECISION_H_
