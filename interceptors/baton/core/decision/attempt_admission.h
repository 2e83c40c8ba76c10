// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_ATTEMPT_ADMISSION_H_
#define BATON_CORE_DECISION_ATTEMPT_ADMISSION_H_

#include <optional>

#include "absl/time/time.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/limits/method_account.h"
#include "baton/core/limits/process_budget.h"
#include "baton/core/limits/retry_breakers.h"
#include "baton/monotonic_time.h"
#include "baton/policy/method_policy.h"
#include "baton/stop_reason.h"

namespace baton::core {

// The limits for the retries of one method to one target. All calls to the
// target share the budget. Everything is thread-safe and outlives the calls.
struct TargetLimits {
  ProcessBudget& budget;
  RetryBreakers breakers;
  // The account of the method in front of the budget. Null: none.
  MethodAccount* account = nullptr;
};

// A retry or a hedge that AdmitAttempt() decides about.
struct AttemptRequest {
  int max_attempts;
  // The wait before the attempt.
  absl::Duration delay;
  RetryCost cost;
  // Dry run: AdmitAttempt() takes no token. For an attempt that it would
  // otherwise admit, it returns kObserveOnly.
  bool only_asked = false;
  // Whether the attempt takes the place of one to the same target that was
  // never sent. The retry breakers have allowed the unsent attempt.
  bool replaces_unsent = false;
  // If the attempt waits for a connection: the latest time at which it may
  // start.
  MonotonicTime connect_by = MonotonicTime::InfiniteFuture();
  // The reason if the call has made `max_attempts`.
  StopReason attempts_reason = StopReason::kAttemptsExhausted;
  // The latest time at which the attempt may start, because of the class of the
  // failure before it. `time_reason` is the reason if it would start later.
  MonotonicTime start_by = MonotonicTime::InfiniteFuture();
  StopReason time_reason = StopReason::kNotEnoughTime;
};

// Returns the request for a retry after a failure of this class, with the
// limits of the class. The caller sets the wait and the cost.
AttemptRequest RetryAfter(const RetryOptions& options,
                          OutcomeClass outcome_class, MonotonicTime now,
                          const CallProgress& progress);

// Returns whether no earlier attempt of the call was sent. The next attempt is
// then the first attempt that a server sees.
bool IsFirstSent(const CallProgress& progress);

// Returns the longest wait after `now` that the time rules of AdmitAttempt()
// allow, and that leaves half of the time until the deadline for the attempt.
// Negative if they allow none.
absl::Duration LongestWait(const MethodPolicy& policy,
                           const AttemptRequest& request, MonotonicTime now,
                           const CallProgress& progress);

// Decides whether a call may have one more attempt, a retry or a hedge. Makes
// these checks in this order: the replay buffer, whether all retries are
// stopped, the grant of the request, the maximum number of attempts, the
// remaining time, the time for the class of the failure, the connection wait,
// the retry breakers of method and target, the process budget.
//
// If a check fails, returns its reason. Returns nullopt if the attempt may
// start. In this case the function has withdrawn the cost from the process
// budget, and has reserved the attempt in the grant. If the caller then does
// not send the attempt, it must give back the tokens and the reservation.
//
// If no earlier attempt of this call was sent, the next attempt is not a retry
// for the target. The function then skips the retry breakers and the process
// budget. It withdraws no tokens. It also skips the retry breakers for an
// attempt that replaces an unsent one.
//
// The process budget comes last, so that an attempt costs no tokens if another
// rule prevents it. In observe mode the function takes nothing. For an attempt
// that it would otherwise admit, it returns kObserveOnly.
std::optional<StopReason> AdmitAttempt(const MethodPolicy& policy,
                                       const AttemptRequest& request,
                                       const TargetLimits& target,
                                       MonotonicTime now,
                                       CallProgress& progress);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_ATTEMPT_ADMISSION_H_
