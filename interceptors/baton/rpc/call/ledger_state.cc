// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/ledger_state.h"

#include <algorithm>

#include "baton/core/decision/attempt_admission.h"
#include "baton/core/decision/connection_wait.h"
#include "baton/core/decision/retry_decider.h"
#include "baton/core/policy/detailed_classifier.h"
#include "baton/policy/retry_stop.h"

namespace baton::rpc {

LedgerState::LedgerState(const CallPlan& used_plan)
    : plan(used_plan),
      route(used_plan),
      progress(plan.started_at, plan.deadline.deadline,
               // An external server gets no header, so it gets no grant.
               core::CallGrant(
                   plan.grant,
                   plan.IsExternal() ? Owner() : plan.policy->retry.owner,
                   /*callee_participates=*/false)) {
  progress.waits_for_connection = plan.waits_for_connection;
  progress.reconnects_soon =
      plan.channel->options().reconnect.max_outage > absl::ZeroDuration();
  progress.fails_fast = plan.fails_fast;
  progress.retries_stopped = plan.retries_stopped;
}

bool LedgerState::IsPlainSuccess(const AttemptOutcome& outcome) const {
  return outcome.code == absl::StatusCode::kOk && !outcome.never_sent &&
         plan.channel->options().classifier == nullptr;
}

int LedgerState::AttemptsLeft() const {
  const int made = progress.unsent_attempts + progress.grant.attempts();
  const int by_policy = plan.policy->retry.max_attempts - made + 1;
  const int by_grant = progress.grant.granted() - progress.grant.used() + 1;
  return std::max(std::min(by_policy, by_grant), 1);
}

MonotonicTime LedgerState::TimesOutAt(MonotonicTime awaited_since) const {
  const MethodPolicy& policy = *plan.policy;
  // A timed-out attempt may have been processed. Without idempotency a retry
  // would not be allowed. If the server honors the key, a retry would only meet
  // the first request, whose handler the timeout has cancelled.
  if (policy.deadline.attempt_timeout == absl::InfiniteDuration() ||
      !IsIdempotent(policy.idempotency) || AttemptsLeft() <= 1) {
    return MonotonicTime::InfiniteFuture();
  }
  return awaited_since + policy.deadline.attempt_timeout;
}

bool LedgerState::IsUnknown(bool effect_possible) const {
  return effect_possible &&
         plan.policy->idempotency != Idempotency::kNoSideEffects;
}

void LedgerState::NoteKey(MonotonicTime now) {
  if (plan.idempotency_key.empty()) return;
  progress.key_is_honored =
      plan.policy->idempotency_key.honored || route.HonorsKeys(now);
}

void LedgerState::NoteRetryStop() {
  progress.retries_stopped = plan.retries_stopped || AllRetriesStopped();
}

void LedgerState::Refund(std::optional<RetryCost> charge) {
  if (!charge.has_value()) return;
  plan.channel->target().budget().ReturnUnsent(*charge, progress.spending,
                                               &route.account());
}

Decision LedgerState::DecideRetry(const Classifier& classifier,
                                  const AttemptOutcome& outcome,
                                  const AttemptDetails& details,
                                  int from_channel, bool only_asked) {
  if (IsPlainSuccess(outcome)) {
    // What the checks below would find out.
    if (!plan.idempotency_key.empty()) NoteKey(plan.runtime().Now());
    Decision decision = Decision::Stop(StopReason::kSucceeded);
    decision.outcome_class = OutcomeClass::kSuccess;
    return decision;
  }
  const MonotonicTime now = plan.runtime().Now();
  const int channel_index = route.Next(attempts_started + 1, now, progress);
  route.NoteReach(from_channel, channel_index, now, progress);
  NoteKey(now);
  if (outcome.code != absl::StatusCode::kOk) NoteRetryStop();
  const core::DetailedClassifier detailed(classifier, details);
  const core::RetryDecider decider(
      *plan.policy, detailed, route.LimitsAt(channel_index),
      plan.channel->options().backoff.get(), plan.method);
  core::UniformSource& uniform = plan.runtime().Uniform();
  Decision decision = only_asked
                          ? decider.WouldDecide(outcome, now, uniform, progress)
                          : decider.Decide(outcome, now, uniform, progress);
  if (decision.retry) route.OnAdmitted(channel_index);
  if (decision.paid) next.Pay(decision.cost);
  return decision;
}

std::optional<StopReason> LedgerState::AdmitHedge(MonotonicTime now) {
  const MethodPolicy& policy = *plan.policy;
  core::AttemptRequest request{policy.hedge.max_attempts, absl::ZeroDuration(),
                               RetryCost::kTransient};
  const int channel_index = route.Next(attempts_started + 1, now, progress);
  NoteRetryStop();
  const bool pays = !core::IsFirstSent(progress);
  std::optional<StopReason> stop_reason = core::AdmitAttempt(
      policy, request, route.LimitsAt(channel_index), now, progress);
  if (!stop_reason.has_value()) {
    route.OnAdmitted(channel_index);
    if (pays) next.Pay(request.cost);
    next.PlanHedge();
  }
  return stop_reason;
}

std::optional<StopReason> LedgerState::AdmitSecondAttempt(
    core::LateAttempt late, MonotonicTime now) {
  const MethodPolicy& policy = *plan.policy;
  NoteRetryStop();
  const int number = attempts_started + 1;
  int channel_index = route.Next(number, now, progress);
  const bool is_read_only = policy.idempotency == Idempotency::kNoSideEffects;
  if (!late.was_overtaken && is_read_only &&
      channel_index == CallRoute::kPrimary) {
    channel_index = route.NextFallback(number, now);
  }
  late.is_read_only_fallback =
      is_read_only && channel_index != CallRoute::kPrimary;
  late.drops_cancelled_work = route.DropsCancelledWork(channel_index, now);
  const std::optional<StopReason> stop_reason = core::AdmitSecondAttempt(
      policy, late, route.LimitsAt(channel_index), now, progress);
  if (stop_reason.has_value()) return stop_reason;
  route.OnAdmitted(channel_index);
  next.Pay(RetryCost::kTransient);
  next.PlanSecond(late.age);
  return std::nullopt;
}

}  // namespace baton::rpc
