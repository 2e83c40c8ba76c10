// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/decision/next_attempt.h"

namespace baton::core {
namespace {

using Reason = RetryBudgetHeader::Reason;

Reason ReasonOf(const AttemptOutcome& outcome, OutcomeClass klass) {
  if (outcome.provably_not_processed) return Reason::kRefused;
  switch (klass) {
    case OutcomeClass::kTimeout:
      return Reason::kTimeout;
    case OutcomeClass::kThrottled:
      return Reason::kThrottled;
    default:
      return Reason::kUnavailable;
  }
}

}  // namespace

void NextAttempt::PlanRetry(const AttemptOutcome& failure,
                            const Decision& decision, MonotonicTime now) {
  plan_ = std::make_unique<Decision>(decision);
  wait_began_at_ = now;
  // The header counts only attempts that were sent, so its reason must be about
  // one of them, too.
  if (!failure.never_sent) {
    last_failure_ = ReasonOf(failure, decision.outcome_class);
  }
}

void NextAttempt::PlanHedge() {
  plan_ = std::make_unique<Decision>();
  plan_->retry = true;
}

void NextAttempt::PlanSecond(absl::Duration age) {
  PlanHedge();
  plan_->wait_cause = WaitCause::kLate;
  plan_->delay = age;
}

absl::Duration NextAttempt::WaitedAt(MonotonicTime now) const {
  if (plan_ == nullptr) return absl::ZeroDuration();
  return plan_->wait_cause == WaitCause::kConnection ? now - wait_began_at_
                                                     : plan_->delay;
}

}  // namespace baton::core
