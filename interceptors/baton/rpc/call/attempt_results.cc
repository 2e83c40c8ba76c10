// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/attempt_results.h"

#include "baton/core/decision/connection_wait.h"
#include "baton/core/decision/final_result.h"
#include "baton/core/decision/grant_use.h"

namespace baton::rpc {
namespace {

// Attempts on fallback channels always count as retries, even if no server saw
// an attempt before. They show nothing about the success of calls on the
// primary channel.
bool IsRetry(const AttemptFacts& attempt) {
  return attempt.header.kind != RetryBudgetHeader::Kind::kFirst ||
         attempt.fallback > 0;
}

}  // namespace

const Classifier& AttemptResults::classifier() const {
  const Classifier* const custom =
      state_.plan.channel->options().classifier.get();
  return custom != nullptr ? *custom : default_classifier_;
}

OutcomeClass AttemptResults::ClassOf(const EndedAttempt& attempt) const {
  if (state_.IsPlainSuccess(attempt.outcome)) return OutcomeClass::kSuccess;
  return classifier().ClassifyWithDetails(attempt.outcome, attempt.details);
}

void AttemptResults::RecordEnd(const EndedAttempt& ended) {
  const AttemptFacts& attempt = ended.facts;
  const AttemptOutcome& outcome = ended.outcome;
  const MonotonicTime now = state_.plan.runtime().Now();
  CallRoute& route = state_.route;
  route.OnAttemptEnd(ended, now);
  if (outcome.never_sent) {
    route.NoteUnsent(attempt);
    core::BookUnsent(attempt.header.grant, route.OutageOf(attempt),
                     state_.progress);
    if (attempt.payment.has_value()) state_.Refund(attempt.payment->cost);
    return;
  }
  route.NoteSent(attempt);
  state_.progress.unconnected_since.reset();
  state_.progress.grant.EndAttempt(attempt.header.grant,
                                   core::GrantUsedByCallee(outcome));
  const OutcomeClass outcome_class = ClassOf(ended);
  const bool helped = core::ShowsHealth(outcome, outcome_class);
  if (helped) {
    route.OnSuccess(attempt, now);
  } else if (core::IsFailureForBreakers(outcome, outcome_class) &&
             !stream_answered_) {
    route.OnFailure(attempt, outcome, outcome_class);
  }
  if (!IsRetry(attempt)) first_helped_ = helped;
  if (helped) final_code_ = outcome.code;
  saved_quickly_ = helped && attempt.is_second &&
                   now - attempt.started_at < attempt.late_after;
  saved_by_fallback_ = helped && attempt.fallback > 0;
}

void AttemptResults::OnStreamAnswer(const AttemptFacts& attempt) {
  if (stream_answered_.load(std::memory_order_relaxed) ||
      stream_answered_.exchange(true, std::memory_order_relaxed)) {
    return;
  }
  state_.route.OnSuccess(attempt, state_.plan.runtime().Now());
}

void AttemptResults::OnCallEnd(absl::StatusCode code) {
  if (code != final_code_) return;
  core::ProcessBudget& budget = state_.plan.channel->target().budget();
  core::MethodAccount* const account = &state_.route.account();
  core::BudgetSpending& spending = state_.progress.spending;
  if (had_second_attempt_) {
    // A quick answer shows that the target has spare capacity.
    if (saved_quickly_) budget.OnCallSaved(spending, account);
  } else if (first_helped_) {
    budget.OnFirstAttemptSuccess(account);
  } else if (saved_by_fallback_) {
    budget.OnCallSavedByFallback(spending, account);
  } else {
    budget.OnCallSaved(spending, account);
  }
}

}  // namespace baton::rpc
