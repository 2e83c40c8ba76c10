// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/running_attempts.h"

#include <algorithm>
#include <utility>

#include "absl/time/time.h"

namespace baton::rpc {
namespace {

// The grace period after the deadline. gRPC itself ends an attempt at its
// deadline. An interceptor after Baton that serves the attempt itself may not.
constexpr absl::Duration kOverdueAfter = absl::Milliseconds(10);

}  // namespace

RunningAttempts::RunningAttempts(const CallPlan& plan, CallLedger& ledger,
                                 CallRecorder& recorder)
    : plan_(plan), ledger_(ledger), recorder_(recorder), hedges_(plan) {}

void RunningAttempts::Add(std::shared_ptr<AnyAttempt> attempt) {
  attempt->awaited_since = attempt->facts.started_at;
  stays_late_ = false;
  hedges_.OnSent(attempt->facts);
  attempts_.push_back(std::move(attempt));
}

bool RunningAttempts::Remove(const AnyAttempt& attempt) {
  const auto found = std::find_if(
      attempts_.begin(), attempts_.end(),
      [&](const auto& running) { return running.get() == &attempt; });
  if (found == attempts_.end()) return false;
  attempts_.erase(found);
  return true;
}

void RunningAttempts::SettleOn(const AnyAttempt& attempt, MonotonicTime now) {
  hedges_.End();
  for (const std::shared_ptr<AnyAttempt>& other :
       std::exchange(attempts_, {})) {
    if (other.get() == &attempt) {
      attempts_.push_back(other);
    } else {
      hedges_.OnLost(other->facts, now);
      Lose(*other, now);
    }
  }
}

RunningAttempts::Next RunningAttempts::OnFailure(const AnyAttempt& attempt,
                                                 const AttemptOutcome& outcome,
                                                 MonotonicTime now,
                                                 Decision& decision) {
  if (hedges_.on() && !hedges_.OnFailure(outcome, now)) {
    decision = ledger_.OnFatalEnd(attempt.facts, outcome,
                                  /*others_run=*/!attempts_.empty());
    GiveUp(now);
    return Next::kDecided;
  }
  // If there is no connection, a hedge would not have one either.
  const bool sends = !outcome.never_sent && now >= hedges_.NextAt() &&
                     hedges_.Admit(ledger_, now);
  if (!sends && attempts_.empty()) {
    decision = ledger_.OnAttemptEnd(attempt.facts, outcome);
    return Next::kDecided;
  }
  ledger_.OnCopyEnd(attempt.facts, outcome);
  recorder_.OnAttemptEnd(attempt.facts, now, outcome, nullptr);
  return sends ? Next::kSendCopy : Next::kGoOn;
}

MonotonicTime RunningAttempts::OverdueAt() const {
  return plan_.deadline.deadline.time() + kOverdueAfter;
}

MonotonicTime RunningAttempts::LateAt() const {
  // Hedged attempts have no per-attempt timeout.
  if (attempts_.size() != 1 || stays_late_) {
    return MonotonicTime::InfiniteFuture();
  }
  const MonotonicTime since = attempts_.front()->awaited_since;
  return since == MonotonicTime::InfiniteFuture() ? since
                                                  : ledger_.LateAt(since);
}

MonotonicTime RunningAttempts::LookAt() const {
  if (attempts_.empty()) return MonotonicTime::InfiniteFuture();
  return std::min({OverdueAt(), hedges_.NextAt(), LateAt()});
}

RunningAttempts::Due RunningAttempts::WhatIsDue(MonotonicTime now) const {
  if (attempts_.empty()) return Due::kNothing;
  if (now >= OverdueAt()) return Due::kOverdue;
  if (now >= hedges_.NextAt()) return Due::kHedge;
  if (now >= LateAt()) return Due::kLate;
  return Due::kNothing;
}

Decision RunningAttempts::OnLate(MonotonicTime now) {
  AttemptOutcome late;
  const std::shared_ptr<AnyAttempt> attempt = attempts_.front();
  const Decision decision = ledger_.OnLate(attempt->facts, &late);
  // If no retry is allowed, keeps waiting for this attempt.
  stays_late_ = !decision.retry;
  if (stays_late_) return decision;
  attempts_.clear();
  hedges_.OnLost(attempt->facts, now);
  recorder_.OnAttemptEnd(attempt->facts, now, late, &decision);
  attempt->context.TryCancel();
  return decision;
}

Decision RunningAttempts::OnOverdue(MonotonicTime now) {
  AttemptOutcome overdue;
  overdue.code = absl::StatusCode::kDeadlineExceeded;
  overdue.origin = AttemptOrigin::kCallDeadline;
  const std::shared_ptr<AnyAttempt> latest = std::move(attempts_.back());
  attempts_.pop_back();
  const Decision decision = ledger_.OnAttemptEnd(latest->facts, overdue);
  recorder_.OnAttemptEnd(latest->facts, now, overdue, &decision);
  GiveUp(now);
  latest->context.TryCancel();
  return decision;
}

void RunningAttempts::GiveUp(MonotonicTime now) {
  for (const std::shared_ptr<AnyAttempt>& lost : std::exchange(attempts_, {})) {
    Lose(*lost, now);
  }
}

void RunningAttempts::Lose(AnyAttempt& attempt, MonotonicTime now) {
  ledger_.OnLost(attempt.facts);
  recorder_.OnLost(attempt.facts, now);
  attempt.context.TryCancel();
}

}  // namespace baton::rpc
