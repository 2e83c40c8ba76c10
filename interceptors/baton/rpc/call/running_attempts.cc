// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/running_attempts.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "absl/time/time.h"

namespace baton::rpc {
namespace {

// The grace period after the deadline. gRPC itself ends an attempt at its
// deadline. An interceptor after Baton that serves the attempt itself may not.
constexpr absl::Duration kCallDeadlineSlack = absl::Milliseconds(10);

}  // namespace

RunningAttempts::RunningAttempts(const CallPlan& plan, CallLedger& ledger,
                                 CallReportWriter& report_writer)
    : plan_(plan),
      ledger_(ledger),
      report_writer_(report_writer),
      hedges_(plan) {}

void RunningAttempts::Add(std::shared_ptr<AnyAttempt> attempt) {
  attempt->awaited_since = attempt->facts.started_at;
  keeps_running_ = false;
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

void RunningAttempts::CommitTo(const AnyAttempt& attempt, MonotonicTime now) {
  hedges_.End();
  for (const std::shared_ptr<AnyAttempt>& other :
       std::exchange(attempts_, {})) {
    if (other.get() == &attempt) {
      attempts_.push_back(other);
    } else {
      hedges_.OnAttemptDiscarded(other->facts, now);
      Discard(*other, now);
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
    DiscardAll(now);
    return Next::kDecided;
  }
  // If there is no connection, a hedge would not have one either.
  const bool sends = !outcome.never_sent && now >= hedges_.NextAt() &&
                     hedges_.Admit(ledger_, now);
  if (!sends && attempts_.empty()) {
    decision = ledger_.OnAttemptEnd(attempt.facts, outcome);
    return Next::kDecided;
  }
  ledger_.OnHedgedAttemptEnd(attempt.facts, outcome);
  report_writer_.OnAttemptEnd(attempt.facts, now, outcome, nullptr);
  return sends ? Next::kSendHedge : Next::kOthersRun;
}

MonotonicTime RunningAttempts::CallDeadlineCheckAt() const {
  return plan_.deadline.deadline.time() + kCallDeadlineSlack;
}

MonotonicTime RunningAttempts::TimesOutAt() const {
  // Hedged attempts have no per-attempt timeout.
  if (attempts_.size() != 1 || keeps_running_) {
    return MonotonicTime::InfiniteFuture();
  }
  const MonotonicTime since = attempts_.front()->awaited_since;
  return since == MonotonicTime::InfiniteFuture() ? since
                                                  : ledger_.TimesOutAt(since);
}

MonotonicTime RunningAttempts::LookAt() const {
  if (attempts_.empty()) return MonotonicTime::InfiniteFuture();
  return std::min({CallDeadlineCheckAt(), hedges_.NextAt(), TimesOutAt()});
}

RunningAttempts::Due RunningAttempts::WhatIsDue(MonotonicTime now) const {
  if (attempts_.empty()) return Due::kNothing;
  if (now >= CallDeadlineCheckAt()) return Due::kCallDeadline;
  if (now >= hedges_.NextAt()) return Due::kHedge;
  if (now >= TimesOutAt()) return Due::kAttemptTimeout;
  return Due::kNothing;
}

Decision RunningAttempts::OnAttemptTimeout(MonotonicTime now) {
  assert(attempts_.size() == 1);
  AttemptOutcome timed_out;
  const std::shared_ptr<AnyAttempt> attempt = attempts_.front();
  const Decision decision =
      ledger_.OnAttemptTimeout(attempt->facts, &timed_out);
  // If no retry is allowed, keeps waiting for this attempt.
  keeps_running_ = !decision.retry;
  if (keeps_running_) return decision;
  attempts_.clear();
  hedges_.OnAttemptDiscarded(attempt->facts, now);
  report_writer_.OnAttemptEnd(attempt->facts, now, timed_out, &decision);
  attempt->context.TryCancel();
  return decision;
}

Decision RunningAttempts::OnCallDeadline(MonotonicTime now) {
  assert(!attempts_.empty());
  AttemptOutcome expired;
  expired.code = absl::StatusCode::kDeadlineExceeded;
  expired.origin = AttemptOrigin::kCallDeadline;
  const std::shared_ptr<AnyAttempt> latest = std::move(attempts_.back());
  attempts_.pop_back();
  const Decision decision = ledger_.OnAttemptEnd(latest->facts, expired);
  report_writer_.OnAttemptEnd(latest->facts, now, expired, &decision);
  DiscardAll(now);
  latest->context.TryCancel();
  return decision;
}

void RunningAttempts::DiscardAll(MonotonicTime now) {
  for (const std::shared_ptr<AnyAttempt>& attempt :
       std::exchange(attempts_, {})) {
    Discard(*attempt, now);
  }
}

void RunningAttempts::Discard(AnyAttempt& attempt, MonotonicTime now) {
  ledger_.OnAttemptDiscarded(attempt.facts);
  report_writer_.OnAttemptDiscarded(attempt.facts, now);
  attempt.context.TryCancel();
}

}  // namespace baton::rpc
