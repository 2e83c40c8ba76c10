// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/running/late_checks.h"

#include "baton/core/decision/late_attempt.h"

namespace baton::rpc {

LateChecks::LateChecks(const CallPlan& plan) : plan_(plan) {
  if (!plan.MayStartSecondAttempt()) return;
  record_ = plan.record;
}

void LateChecks::TakeOver(const LateChecks& other) {
  watched_ = other.watched_;
  awaited_since_ = other.awaited_since_;
  first_age_ = other.first_age_;
  was_connected_ = other.was_connected_;
  next_at_ = other.next_at_;
  stop_reason_ = other.stop_reason_;
}

void LateChecks::Watch(int attempts_left, AttemptFacts& attempt,
                       bool is_connected) {
  if (!on()) return;
  watched_ = attempt.number;
  stop_reason_.reset();
  awaited_since_ = attempt.started_at;
  was_connected_ = is_connected;
  first_age_ = core::FirstCheckAge(
      record_->latency.Summary(attempt.started_at),
      plan_.deadline.deadline.Remaining(attempt.started_at), attempts_left);
  attempt.late_after = first_age_;
  SetNext(attempt.started_at, first_age_);
}

void LateChecks::SetNext(MonotonicTime now, absl::Duration age) {
  next_at_ = now + age;
  if (plan_.deadline.deadline.HasPassed(next_at_)) Stop();
}

bool LateChecks::PostponeAfterStall(MonotonicTime now) {
  if (!WasStalled(next_at_, now)) return false;
  SetNext(now, kLateTimerGrace);
  return true;
}

bool LateChecks::WasOvertaken(MonotonicTime now,
                              std::optional<uint64_t> queue) const {
  const MonotonicTime since = core::OvertakenSince(awaited_since_, now);
  return queue.has_value() ? record_->newest_answer.AnyAfter(since, *queue)
                           : record_->newest_answer.AnyAfter(since);
}

bool LateChecks::Postpone(MonotonicTime now, std::optional<uint64_t> queue) {
  if (PostponeAfterStall(now)) return true;
  if (WasOvertaken(now, queue)) return false;
  stop_reason_ = StopReason::kNotOvertaken;
  SetNext(awaited_since_, core::NextCheckAge(now - awaited_since_));
  return true;
}

bool LateChecks::Admit(CallLedger& ledger, MonotonicTime now, bool is_connected,
                       std::optional<uint64_t> queue) {
  if (PostponeAfterStall(now)) return false;
  if (!was_connected_) {
    was_connected_ = is_connected;
    awaited_since_ = now;
    SetNext(now, first_age_);
    return false;
  }
  core::LateAttempt late;
  late.age = now - awaited_since_;
  late.latency = record_->latency.Summary(now);
  late.was_overtaken = WasOvertaken(now, queue);
  stop_reason_ = ledger.AdmitSecondAttempt(late, now);
  if (!stop_reason_.has_value()) {
    Stop();
    return true;
  }
  SetNext(awaited_since_, core::NextCheckAge(late.age));
  return false;
}

void LateChecks::OnAnswer(const AttemptFacts& attempt, bool success,
                          MonotonicTime now, uint64_t lane) {
  if (!on() || attempt.fallback > 0) return;
  record_->newest_answer.Record(attempt.started_at, lane);
  if (success) record_->latency.Record(now - attempt.started_at, now, lane);
}

}  // namespace baton::rpc
