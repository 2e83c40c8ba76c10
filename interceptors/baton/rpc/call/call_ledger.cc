// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/call_ledger.h"

#include <algorithm>
#include <utility>

#include "baton/core/decision/connection_wait.h"
#include "baton/core/decision/final_result.h"
#include "baton/core/decision/grant_use.h"
#include "baton/core/decision/retry_decider.h"
#include "baton/core/policy/deadline_policy.h"
#include "baton/core/policy/detailed_classifier.h"

namespace baton::rpc {
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

// Attempts on fallback channels always count as retries, even if no server saw
// an attempt before. They show nothing about the success of calls on the
// primary channel.
bool IsRetry(const AttemptFacts& attempt) {
  return attempt.header.kind != RetryBudgetHeader::Kind::kFirst ||
         attempt.fallback > 0;
}

// Returns whether a healthy call has ended, so that only one decision is
// possible. A classifier of the application might decide otherwise.
bool IsPlainSuccess(const CallPlan& plan, const AttemptOutcome& outcome) {
  return outcome.code == absl::StatusCode::kOk && !outcome.never_sent &&
         plan.channel->options().classifier == nullptr;
}

}  // namespace

CallLedger::CallLedger(const CallPlan& plan)
    : plan_(plan),
      route_(plan),
      default_classifier_(plan.policy->retry.classifier),
      progress_(plan.started_at, plan.deadline.deadline,
                // An external server gets no header, so it gets no grant.
                core::CallGrant(
                    plan.grant,
                    plan.IsExternal() ? Owner() : plan.policy->retry.owner,
                    /*callee_participates=*/false)) {
  progress_.waits_for_connection = plan.waits_for_connection;
  progress_.fails_fast = plan.fails_fast;
  progress_.retries_stopped = plan.retries_stopped;
}

AttemptFacts CallLedger::StartAttempt(bool is_hedge) {
  AttemptFacts facts;
  facts.started_at = plan_.runtime().Now();
  facts.number = ++attempts_started_;
  facts.fallback = route_.Start(facts.started_at, progress_);
  facts.payment = std::exchange(payment_, std::nullopt);
  facts.header.attempts_made = std::min(
      plan_.earlier_attempts + progress_.grant.attempts(), kMaxWireAttempts);
  NoteKey(facts.started_at);
  core::GrantUse use =
      core::GrantUseOf(*plan_.policy, progress_, facts.started_at);
  if (use == core::GrantUse::kPassOn && !plan_.passes_grant_on) {
    use = core::GrantUse::kSwitchedOff;
  }
  progress_.grant.SetUse(use);
  facts.header.grant = progress_.grant.StartAttempt();
  facts.header.hop = plan_.hop + 1;
  if (next_.has_value()) {
    facts.waited = next_->wait_cause == WaitCause::kConnection
                       ? facts.started_at - wait_began_at_
                       : next_->delay;
    facts.wait_cause = next_->wait_cause;
    facts.is_second = next_->wait_cause == WaitCause::kLate;
  }
  if (is_hedge) {
    facts.header.kind = RetryBudgetHeader::Kind::kHedge;
  } else if (facts.header.attempts_made > 0) {
    facts.header.kind = RetryBudgetHeader::Kind::kRetry;
    facts.header.reason = last_failure_;
  }
  return facts;
}

void CallLedger::NoteKey(MonotonicTime now) {
  if (plan_.idempotency_key.empty()) return;
  progress_.key_is_honored =
      plan_.policy->idempotency_key.honored || route_.HonorsKeys(now);
}

int CallLedger::AttemptsLeft() const {
  const int made = progress_.unsent_attempts + progress_.grant.attempts();
  const int by_policy = plan_.policy->retry.max_attempts - made + 1;
  const int by_grant = progress_.grant.granted() - progress_.grant.used() + 1;
  return std::max(std::min(by_policy, by_grant), 1);
}

MonotonicTime CallLedger::TimesOutAt(MonotonicTime awaited_since) const {
  const MethodPolicy& policy = *plan_.policy;
  // A timed-out attempt may have been processed. Without idempotency a retry
  // would not be allowed. If the server honors the key, a retry would only meet
  // the first request, whose handler the timeout has cancelled.
  if (policy.deadline.attempt_timeout == absl::InfiniteDuration() ||
      !IsIdempotent(policy.idempotency) || AttemptsLeft() <= 1) {
    return MonotonicTime::InfiniteFuture();
  }
  return awaited_since + policy.deadline.attempt_timeout;
}

Decision CallLedger::Decide(const AttemptOutcome& outcome,
                            const AttemptDetails& details, int from_channel,
                            bool only_asked) {
  if (IsPlainSuccess(plan_, outcome)) {
    // What the checks below would find out.
    if (!plan_.idempotency_key.empty()) NoteKey(plan_.runtime().Now());
    Decision decision = Decision::Stop(StopReason::kSucceeded);
    decision.outcome_class = OutcomeClass::kSuccess;
    return decision;
  }
  const MonotonicTime now = plan_.runtime().Now();
  const int channel_index = route_.Next(attempts_started_ + 1, now, progress_);
  route_.NoteReach(from_channel, channel_index, now, progress_);
  NoteKey(now);
  if (outcome.code != absl::StatusCode::kOk) NoteRetryStop();
  const core::DetailedClassifier detailed(classifier(), details);
  const core::RetryDecider decider(
      *plan_.policy, detailed, route_.LimitsAt(channel_index),
      plan_.channel->options().backoff.get(), plan_.method);
  Decision decision =
      only_asked
          ? decider.WouldDecide(outcome, now, plan_.runtime().Uniform(),
                                progress_)
          : decider.Decide(outcome, now, plan_.runtime().Uniform(), progress_);
  if (decision.retry) route_.OnAdmitted(channel_index);
  if (decision.paid) Pay(decision.cost);
  return decision;
}

const Classifier& CallLedger::classifier() const {
  const Classifier* const custom = plan_.channel->options().classifier.get();
  return custom != nullptr ? *custom : default_classifier_;
}

void CallLedger::RecordEnd(const EndedAttempt& ended) {
  const AttemptFacts& attempt = ended.facts;
  const AttemptOutcome& outcome = ended.outcome;
  const MonotonicTime now = plan_.runtime().Now();
  route_.OnAttemptEnd(ended, now);
  if (outcome.never_sent) {
    route_.NoteUnsent(attempt);
    core::BookUnsent(attempt.header.grant, route_.OutageOf(attempt), progress_);
    HandBack(attempt.payment);
    return;
  }
  route_.NoteSent(attempt);
  progress_.unconnected_since.reset();
  progress_.grant.EndAttempt(attempt.header.grant,
                             core::GrantUsedByCallee(outcome));
  const OutcomeClass outcome_class = ClassOf(ended);
  const bool helped = core::ShowsHealth(outcome, outcome_class);
  if (helped) {
    route_.OnSuccess(attempt, now);
  } else if (core::IsFailureForBreakers(outcome, outcome_class) &&
             !stream_answered_) {
    route_.OnFailure(attempt, outcome, outcome_class);
  }
  if (!IsRetry(attempt)) first_helped_ = helped;
  if (helped) final_code_ = outcome.code;
  saved_quickly_ = helped && attempt.is_second &&
                   now - attempt.started_at < attempt.late_after;
  saved_by_fallback_ = helped && attempt.fallback > 0;
}

void CallLedger::OnStreamAnswer(const AttemptFacts& attempt) {
  if (stream_answered_.load(std::memory_order_relaxed) ||
      stream_answered_.exchange(true, std::memory_order_relaxed)) {
    return;
  }
  route_.OnSuccess(attempt, plan_.runtime().Now());
}

void CallLedger::HandBack(const std::optional<AttemptPayment>& payment) {
  if (!payment.has_value()) return;
  target().budget().ReturnUnsent(payment->cost, progress_.spending,
                                 &route_.account());
}

void CallLedger::Remember(const AttemptOutcome& outcome,
                          const Decision& decision) {
  next_ = decision;
  wait_began_at_ = plan_.runtime().Now();
  // The header counts only attempts that were sent, so its reason must be about
  // one of them, too.
  if (!outcome.never_sent) {
    last_failure_ = ReasonOf(outcome, decision.outcome_class);
  }
}

Decision CallLedger::OnAttemptEnd(const EndedAttempt& attempt) {
  RecordEnd(attempt);
  const Decision decision =
      Decide(attempt.outcome, attempt.details, attempt.facts.fallback,
             /*only_asked=*/false);
  if (decision.retry) Remember(attempt.outcome, decision);
  return decision;
}

Decision CallLedger::OnOnlyAttemptEnd(const EndedAttempt& attempt) {
  RecordEnd(attempt);
  return Decide(attempt.outcome, attempt.details, attempt.facts.fallback,
                /*only_asked=*/true);
}

Decision CallLedger::OnFatalEnd(const EndedAttempt& attempt, bool others_run) {
  Decision decision = OnOnlyAttemptEnd(attempt);
  if (decision.reason == StopReason::kObserveOnly) {
    decision.reason = StopReason::kNotRetryable;
  }
  decision.outcome_unknown |= IsUnknown(others_run);
  return decision;
}

void CallLedger::OnAttemptDiscarded(const AttemptFacts& attempt) {
  progress_.grant.EndAttempt(attempt.header.grant, std::nullopt);
  progress_.effect_possible = true;
}

OutcomeClass CallLedger::ClassOf(const EndedAttempt& attempt) const {
  if (IsPlainSuccess(plan_, attempt.outcome)) return OutcomeClass::kSuccess;
  return classifier().ClassifyWithDetails(attempt.outcome, attempt.details);
}

bool CallLedger::HasFinalResult(const EndedAttempt& attempt) const {
  return core::HasFinalResult(attempt.outcome, ClassOf(attempt));
}

bool CallLedger::EndsCall(const EndedAttempt& attempt) const {
  return !core::IsRetryable(ClassOf(attempt));
}

void CallLedger::CancelNext() {
  HandBack(std::exchange(payment_, std::nullopt));
  progress_.grant.ReleaseAttempt();
}

Decision CallLedger::OnNotEnoughTime() {
  CancelNext();
  Decision decision = Decision::Stop(StopReason::kNotEnoughTime);
  decision.outcome_class = OutcomeClass::kExpired;
  decision.outcome_unknown = IsUnknown(progress_.effect_possible);
  return decision;
}

bool CallLedger::IsUnknown(bool effect_possible) const {
  return effect_possible &&
         plan_.policy->idempotency != Idempotency::kNoSideEffects;
}

Decision CallLedger::OnCancel(bool attempt_is_running) const {
  Decision decision = Decision::Stop(StopReason::kCancelled);
  decision.outcome_class = OutcomeClass::kCancelled;
  decision.outcome_unknown =
      IsUnknown(attempt_is_running || progress_.effect_possible);
  return decision;
}

void CallLedger::OnCallEnd(absl::StatusCode code) {
  if (code != final_code_) return;
  core::ProcessBudget& budget = target().budget();
  core::MethodAccount* const account = &route_.account();
  if (had_second_attempt_) {
    // A quick answer shows that the target has spare capacity.
    if (saved_quickly_) budget.OnCallSaved(progress_.spending, account);
  } else if (first_helped_) {
    budget.OnFirstAttemptSuccess(account);
  } else if (saved_by_fallback_) {
    budget.OnCallSavedByFallback(progress_.spending, account);
  } else {
    budget.OnCallSaved(progress_.spending, account);
  }
}

}  // namespace baton::rpc
