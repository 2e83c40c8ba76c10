// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_DECISION_H_
#define BATON_DECISION_H_

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/classifier.h"
#include "baton/monotonic_time.h"
#include "baton/policy/process_budget_options.h"
#include "baton/stop_reason.h"

namespace baton {

// The cause of a wait between two attempts.
enum class WaitCause {
  kNone,              // no wait
  kBackoff,           // backoff of the policy
  kThrottledBackoff,  // slower backoff, after signs of overload
  kPushback,          // requested by `grpc-retry-pushback-ms`
  kRetryInfo,         // requested by `google.rpc.RetryInfo`
  kAdvice,            // requested by `retry-advice`
  kConnection,        // no connection
  kLate,              // another attempt was late; the wait is its age
};

// The decision after an attempt has ended.
struct Decision {
  // Returns a decision to make no further attempt.
  static Decision Stop(StopReason reason) {
    Decision decision;
    decision.reason = reason;
    return decision;
  }

  // True: wait for `delay`, then send the next attempt. The attempt is reserved
  // in the grant of the call. The caller must release it if it is never sent.
  // `paid` and `cost` show what was withdrawn for it.
  bool retry = false;
  // The reason for the stop, if `retry` is false.
  StopReason reason = StopReason::kSucceeded;
  // The class of the attempt's end.
  OutcomeClass outcome_class = OutcomeClass::kSuccess;
  // The wait before the next attempt. If the call stops by a rule that is
  // checked after the wait was drawn: the wait that would have been. These
  // rules are grant to process budget, and observe mode.
  absl::Duration delay = absl::ZeroDuration();
  // The cause of `delay`. kNone if there is no wait.
  WaitCause wait_cause = WaitCause::kNone;
  // The kind of the failure, which sets the price of the next attempt.
  RetryCost cost = RetryCost::kTransient;
  // Whether `cost` was withdrawn from the process budget. If the attempt is
  // never sent, call ReturnUnsent(). False for the first attempt that is sent,
  // whatever the number of attempts that found no connection.
  bool paid = false;
  // If the wait is for a connection: the wait continues after `delay` until
  // there is a connection, but not beyond this time.
  MonotonicTime connect_by = MonotonicTime::InfiniteFuture();
  // If `retry` is false: the call failed, and the client cannot know whether
  // the request took effect.
  bool outcome_unknown = false;
};

// Returns "none", "backoff", "throttled_backoff", "pushback", "retry_info",
// "advice", "connection" or "late".
absl::string_view ToString(WaitCause cause);

}  // namespace baton

#endif  // BATON_DECISION_H_
