// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_NEXT_ATTEMPT_H_
#define BATON_CORE_DECISION_NEXT_ATTEMPT_H_

#include <memory>
#include <optional>
#include <utility>

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/policy/process_budget_options.h"
#include "baton/retry_budget_header.h"

namespace baton::core {

// The next attempt of one call, between its decision and its start: the
// decision, the charge, and the reason in its header. Owned by the object that
// drives the call. Not thread-safe.
class NextAttempt {
 public:
  // Plans the attempt that follows a failed attempt. The wait begins at `now`.
  void PlanRetry(const AttemptOutcome& failure, const Decision& decision,
                 MonotonicTime now);
  // Plans a hedge.
  void PlanHedge();
  // Plans a second attempt beside an attempt that is late at this age.
  void PlanSecond(absl::Duration age);

  // Returns the latest plan. Null: the call has planned no attempt.
  const Decision* plan() const { return plan_.get(); }
  // Returns the cause of the wait before the attempt.
  WaitCause wait_cause() const {
    return plan_ == nullptr ? WaitCause::kNone : plan_->wait_cause;
  }
  // Returns the wait before an attempt that starts at `now`.
  absl::Duration WaitedAt(MonotonicTime now) const;
  // Returns the reason for the header: the latest failure of an attempt that
  // was sent.
  RetryBudgetHeader::Reason last_failure() const { return last_failure_; }

  // Sets the charge for the attempt.
  void Pay(RetryCost cost) { charge_ = cost; }
  // Returns the charge, and forgets it. nullopt: the attempt is free.
  std::optional<RetryCost> TakeCharge() {
    return std::exchange(charge_, std::nullopt);
  }

 private:
  // A pointer, because most calls make one attempt.
  std::unique_ptr<Decision> plan_;
  std::optional<RetryCost> charge_;
  MonotonicTime wait_began_at_;
  RetryBudgetHeader::Reason last_failure_ =
      RetryBudgetHeader::Reason::kUnspecified;
};

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_NEXT_ATTEMPT_H_
