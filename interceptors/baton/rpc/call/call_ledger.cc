// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/call_ledger.h"

#include <algorithm>

#include "baton/core/decision/connection_wait.h"
#include "baton/core/decision/final_result.h"
#include "baton/core/decision/grant_use.h"

namespace baton::rpc {
namespace {

AttemptOutcome TimedOut() {
  AttemptOutcome outcome;
  outcome.code = absl::StatusCode::kDeadlineExceeded;
  outcome.origin = AttemptOrigin::kAttemptTimeout;
  return outcome;
}

}  // namespace

AttemptFacts CallLedger::StartAttempt(bool is_hedge) {
  const CallPlan& plan = state_.plan;
  core::CallProgress& progress = state_.progress;
  core::NextAttempt& next = state_.next;
  AttemptFacts facts;
  facts.started_at = plan.runtime().Now();
  facts.number = ++state_.attempts_started;
  facts.fallback = state_.route.Start(facts.started_at, progress);
  if (const auto charge = next.TakeCharge()) facts.payment = {*charge};
  facts.header.attempts_made = std::min(
      plan.earlier_attempts + progress.grant.attempts(), kMaxWireAttempts);
  state_.NoteKey(facts.started_at);
  core::GrantUse use =
      core::GrantUseOf(*plan.policy, progress, facts.started_at);
  if (use == core::GrantUse::kPassOn && !plan.passes_grant_on) {
    use = core::GrantUse::kSwitchedOff;
  }
  progress.grant.SetUse(use);
  facts.header.grant = progress.grant.StartAttempt();
  facts.header.hop = plan.hop + 1;
  facts.waited = next.WaitedAt(facts.started_at);
  facts.wait_cause = next.wait_cause();
  facts.is_second = facts.wait_cause == WaitCause::kLate;
  if (is_hedge) {
    facts.header.kind = RetryBudgetHeader::Kind::kHedge;
  } else if (facts.header.attempts_made > 0) {
    facts.header.kind = RetryBudgetHeader::Kind::kRetry;
    facts.header.reason = next.last_failure();
  }
  return facts;
}

void CallLedger::Resume(const FirstAttempt& first) {
  state_.attempts_started = 1;
  state_.progress.grant.SetCallee(first.callee_participates);
  state_.progress.grant.SetUse(first.use);
  state_.progress.grant.StartAttempt();
}

Decision CallLedger::OnAttemptEnd(const EndedAttempt& attempt) {
  results_.RecordEnd(attempt);
  const Decision decision = state_.DecideRetry(
      results_.classifier(), attempt.outcome, attempt.details,
      attempt.facts.fallback, /*only_asked=*/false);
  if (decision.retry) {
    state_.next.PlanRetry(attempt.outcome, decision,
                          state_.plan.runtime().Now());
  }
  return decision;
}

Decision CallLedger::OnOnlyAttemptEnd(const EndedAttempt& attempt) {
  results_.RecordEnd(attempt);
  return state_.DecideRetry(results_.classifier(), attempt.outcome,
                            attempt.details, attempt.facts.fallback,
                            /*only_asked=*/true);
}

Decision CallLedger::OnFatalEnd(const EndedAttempt& attempt, bool others_run) {
  Decision decision = OnOnlyAttemptEnd(attempt);
  if (decision.reason == StopReason::kObserveOnly) {
    decision.reason = StopReason::kNotRetryable;
  }
  decision.outcome_unknown |= state_.IsUnknown(others_run);
  return decision;
}

void CallLedger::OnAttemptDiscarded(const AttemptFacts& attempt) {
  state_.progress.grant.EndAttempt(attempt.header.grant, std::nullopt);
  state_.progress.effect_possible = true;
}

std::optional<StopReason> CallLedger::AdmitSecondAttempt(core::LateAttempt late,
                                                         MonotonicTime now) {
  const std::optional<StopReason> stop_reason =
      state_.AdmitSecondAttempt(late, now);
  if (!stop_reason.has_value()) results_.NoteSecondAttempt();
  return stop_reason;
}

bool CallLedger::HasFinalResult(const EndedAttempt& attempt) const {
  return core::HasFinalResult(attempt.outcome, results_.ClassOf(attempt));
}

bool CallLedger::EndsCall(const EndedAttempt& attempt) const {
  return !core::IsRetryable(results_.ClassOf(attempt));
}

Decision CallLedger::OnAttemptTimeout() {
  // Only the newest attempt times out.
  return state_.DecideRetry(
      results_.classifier(), TimedOut(),
      AttemptDetails(state_.plan.method, state_.attempts_started),
      CallRoute::kPrimary, /*only_asked=*/false);
}

AttemptOutcome CallLedger::ConfirmTimeout(const AttemptFacts& attempt,
                                          const Decision& decision) {
  AttemptOutcome timed_out = TimedOut();
  state_.route.NoteSent(attempt);
  state_.progress.grant.EndAttempt(attempt.header.grant, std::nullopt);
  state_.route.OnFailure(attempt, timed_out, OutcomeClass::kTimeout);
  state_.next.PlanRetry(timed_out, decision, state_.plan.runtime().Now());
  return timed_out;
}

void CallLedger::CancelNext() {
  state_.Refund(state_.next.TakeCharge());
  state_.progress.grant.ReleaseAttempt();
}

Decision CallLedger::OnNotEnoughTime() {
  CancelNext();
  Decision decision = Decision::Stop(StopReason::kNotEnoughTime);
  decision.outcome_class = OutcomeClass::kExpired;
  decision.outcome_unknown = state_.IsUnknown(state_.progress.effect_possible);
  return decision;
}

Decision CallLedger::OnNoConnection() {
  CancelNext();
  return core::StopConnectionWait(*state_.plan.policy, state_.progress);
}

Decision CallLedger::OnRetriesStopped() {
  CancelNext();
  Decision decision = Decision::Stop(StopReason::kAllRetriesStopped);
  decision.outcome_unknown = state_.IsUnknown(state_.progress.effect_possible);
  return decision;
}

Decision CallLedger::OnCancel(bool attempt_is_running) const {
  Decision decision = Decision::Stop(StopReason::kCancelled);
  decision.outcome_class = OutcomeClass::kCancelled;
  decision.outcome_unknown =
      state_.IsUnknown(attempt_is_running || state_.progress.effect_possible);
  return decision;
}

}  // namespace baton::rpc
