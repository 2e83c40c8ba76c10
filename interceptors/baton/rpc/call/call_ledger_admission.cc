// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// How CallLedger decides about attempts beside a running one, and about waits
// that end without an attempt. Also how it continues with a first attempt.

#include <optional>

#include "baton/core/decision/attempt_admission.h"
#include "baton/core/decision/connection_wait.h"
#include "baton/core/decision/late_attempt.h"
#include "baton/policy/retry_stop.h"
#include "baton/rpc/call/call_ledger.h"

namespace baton::rpc {

void CallLedger::Resume(const FirstAttempt& first) {
  attempts_started_ = 1;
  progress_.grant.SetCallee(first.callee_participates);
  progress_.grant.SetUse(first.use);
  progress_.grant.StartAttempt();
}

std::optional<StopReason> CallLedger::AdmitHedge(MonotonicTime now) {
  core::AttemptRequest request{plan_.policy->hedge.max_attempts,
                               absl::ZeroDuration(), RetryCost::kTransient};
  const int channel_index = route_.Next(attempts_started_ + 1, now, progress_);
  NoteRetryStop();
  const bool pays = !core::IsFirstSent(progress_);
  std::optional<StopReason> stop_reason = core::AdmitAttempt(
      *plan_.policy, request, route_.LimitsAt(channel_index), now, progress_);
  if (!stop_reason.has_value()) {
    route_.OnAdmitted(channel_index);
    if (pays) Pay(request.cost);
    next_.emplace();
    next_->retry = true;
  }
  return stop_reason;
}

std::optional<StopReason> CallLedger::AdmitSecondAttempt(core::LateAttempt late,
                                                         MonotonicTime now) {
  NoteRetryStop();
  const int number = attempts_started_ + 1;
  int channel_index = route_.Next(number, now, progress_);
  const bool is_read_only =
      plan_.policy->idempotency == Idempotency::kNoSideEffects;
  if (!late.was_overtaken && is_read_only &&
      channel_index == CallRoute::kPrimary) {
    channel_index = route_.NextFallback(number, now);
  }
  late.is_read_only_fallback =
      is_read_only && channel_index != CallRoute::kPrimary;
  late.drops_cancelled_work = route_.DropsCancelledWork(channel_index, now);
  const std::optional<StopReason> stop_reason = core::AdmitSecondAttempt(
      *plan_.policy, late, route_.LimitsAt(channel_index), now, progress_);
  if (stop_reason.has_value()) return stop_reason;
  had_second_attempt_ = true;
  route_.OnAdmitted(channel_index);
  Pay(RetryCost::kTransient);
  next_.emplace();
  next_->retry = true;
  next_->wait_cause = WaitCause::kLate;
  next_->delay = late.age;
  return std::nullopt;
}

void CallLedger::NoteRetryStop() {
  progress_.retries_stopped = plan_.retries_stopped || AllRetriesStopped();
}

Decision CallLedger::OnRetriesStopped() {
  CancelNext();
  Decision decision = Decision::Stop(StopReason::kAllRetriesStopped);
  decision.outcome_unknown = IsUnknown(progress_.effect_possible);
  return decision;
}

Decision CallLedger::OnNoConnection() {
  CancelNext();
  return core::StopConnectionWait(*plan_.policy, progress_);
}

Decision CallLedger::OnAttemptTimeout() {
  AttemptOutcome timed_out;
  timed_out.code = absl::StatusCode::kDeadlineExceeded;
  timed_out.origin = AttemptOrigin::kAttemptTimeout;
  // Only the newest attempt times out.
  return Decide(timed_out, AttemptDetails(plan_.method, attempts_started_),
                CallRoute::kPrimary, /*only_asked=*/false);
}

AttemptOutcome CallLedger::ConfirmTimeout(const AttemptFacts& attempt,
                                          const Decision& decision) {
  AttemptOutcome timed_out;
  timed_out.code = absl::StatusCode::kDeadlineExceeded;
  timed_out.origin = AttemptOrigin::kAttemptTimeout;
  route_.NoteSent(attempt);
  progress_.grant.EndAttempt(attempt.header.grant, std::nullopt);
  route_.OnFailure(attempt, timed_out, OutcomeClass::kTimeout);
  Remember(timed_out, decision);
  return timed_out;
}

}  // namespace baton::rpc
