// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/running_attempts.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "absl/time/time.h"
#include "baton/rpc/runtime/thread_lane.h"

namespace baton::rpc {
namespace {

// The grace period after the deadline. gRPC itself ends an attempt at its
// deadline. An interceptor after Baton that serves the attempt itself may not.
constexpr absl::Duration kCallDeadlineSlack = absl::Milliseconds(10);

// The time that a cancelled attempt may take to end. gRPC ends it at once.
constexpr absl::Duration kCancelGrace = absl::Milliseconds(100);

// Returns whether an attempt that Baton has cancelled ended by this.
bool IsOwnCancel(const AttemptOutcome& outcome) {
  return outcome.code == absl::StatusCode::kCancelled &&
         outcome.origin != AttemptOrigin::kServer;
}

uint64_t LaneOf(const AnyAttempt& attempt) {
  return attempt.answer_queue.has_value() ? *attempt.answer_queue
                                          : ThreadLane();
}

}  // namespace

RunningAttempts::RunningAttempts(const CallPlan& plan, CallLedger& ledger,
                                 CallReportWriter& report_writer)
    : plan_(plan),
      ledger_(ledger),
      report_writer_(report_writer),
      hedges_(plan),
      late_(plan) {}

void RunningAttempts::Add(std::shared_ptr<AnyAttempt> attempt,
                          bool is_connected) {
  attempt->awaited_since = attempt->facts.started_at;
  attempt->was_connected = is_connected;
  attempt->started_connected = is_connected;
  keeps_running_ = false;
  no_timeout_before_ = attempt->facts.started_at;
  hedges_.OnSent(attempt->facts);
  if (late_.on()) {
    late_.Watch(ledger_.AttemptsLeft(), attempt->facts, is_connected);
  }
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

void RunningAttempts::OnResponse(const AnyAttempt& attempt, MonotonicTime now) {
  // An attempt that waited for a connection shows nothing about the server's
  // speed.
  if (!attempt.started_connected) return;
  hedges_.OnResponse(attempt.facts, now);
  late_.OnAnswer(attempt.facts, /*success=*/true, now, LaneOf(attempt));
}

bool RunningAttempts::AdmitHedge(MonotonicTime now, bool is_connected) {
  if (hedges_.WaitAfterStall(now)) return false;
  if (is_connected) return hedges_.Admit(ledger_, now);
  hedges_.Postpone(now);
  return false;
}

bool RunningAttempts::AdmitSecond(const AttemptFacts& late, MonotonicTime now,
                                  bool is_connected,
                                  std::optional<uint64_t> queue) {
  const bool admitted = late_.Admit(ledger_, now, is_connected, queue);
  report_writer_.SetLateStopReason(late, late_.stop_reason());
  return admitted;
}

bool RunningAttempts::IsWatched() const {
  return late_.on() || plan_.MayHedge() ||
         plan_.policy->deadline.attempt_timeout != absl::InfiniteDuration();
}

void RunningAttempts::CommitTo(const AnyAttempt& attempt, MonotonicTime now) {
  hedges_.End();
  late_.Stop();
  // If its answer had arrived before it was cancelled, the answer counts.
  ForgetTimeout();
  for (const std::shared_ptr<AnyAttempt>& other :
       std::exchange(attempts_, {})) {
    if (other.get() == &attempt) {
      attempts_.push_back(other);
    } else {
      NoteLowerLimit(*other, now);
      Discard(*other, now);
    }
  }
}

RunningAttempts::Next RunningAttempts::OnFailure(const AnyAttempt& attempt,
                                                 AttemptOutcome& outcome,
                                                 const AttemptDetails& details,
                                                 MonotonicTime now,
                                                 Decision& decision) {
  if (after_timeout_.has_value()) {
    decision = *std::exchange(after_timeout_, std::nullopt);
    if (IsOwnCancel(outcome)) {
      outcome = ledger_.ConfirmTimeout(attempt.facts, decision);
      return Next::kDecided;
    }
    ledger_.CancelNext();
  }
  const bool is_answer =
      ledger_.HasFinalResult({attempt.facts, outcome, details});
  if (is_answer && attempt.was_connected) {
    late_.OnAnswer(attempt.facts, /*success=*/false, now, LaneOf(attempt));
  }
  const bool others_run = !attempts_.empty() || in_place_runs_;
  const bool ends_call =
      hedges_.on()
          ? !hedges_.OnFailure(outcome, now)
          : others_run && ledger_.EndsCall({attempt.facts, outcome, details});
  if (ends_call) {
    decision =
        ledger_.OnFatalEnd({attempt.facts, outcome, details}, others_run);
    DiscardAll(now);
    return Next::kDecided;
  }
  // If there is no connection, a hedge would not have one either.
  const bool sends = !outcome.never_sent && now >= hedges_.NextAt() &&
                     hedges_.Admit(ledger_, now);
  if (!sends && !others_run) {
    decision = ledger_.OnAttemptEnd({attempt.facts, outcome, details});
    return Next::kDecided;
  }
  if (!sends) late_.Stop(attempt.facts);
  ledger_.OnHedgedAttemptEnd({attempt.facts, outcome, details});
  report_writer_.OnAttemptEnd(attempt.facts, now, outcome, nullptr);
  return sends ? Next::kSendHedge : Next::kOthersRun;
}

MonotonicTime RunningAttempts::CallDeadlineCheckAt() const {
  return plan_.deadline.deadline.time() + kCallDeadlineSlack;
}

MonotonicTime RunningAttempts::TimesOutAt() const {
  // Attempts beside each other have no per-attempt timeout.
  if (attempts_.size() != 1 || keeps_running_) {
    return MonotonicTime::InfiniteFuture();
  }
  if (after_timeout_.has_value()) return no_timeout_before_;
  const MonotonicTime since = attempts_.front()->awaited_since;
  if (since == MonotonicTime::InfiniteFuture()) return since;
  return std::max(ledger_.TimesOutAt(since), no_timeout_before_);
}

MonotonicTime RunningAttempts::LateCheckAt() const {
  const bool is_awaited =
      attempts_.back()->awaited_since != MonotonicTime::InfiniteFuture();
  return is_awaited ? late_.NextAt() : MonotonicTime::InfiniteFuture();
}

MonotonicTime RunningAttempts::LookAt() const {
  if (attempts_.empty()) return MonotonicTime::InfiniteFuture();
  return std::min(
      {CallDeadlineCheckAt(), hedges_.NextAt(), LateCheckAt(), TimesOutAt()});
}

RunningAttempts::Due RunningAttempts::WhatIsDue(MonotonicTime now) const {
  if (attempts_.empty()) return Due::kNothing;
  if (now >= CallDeadlineCheckAt()) return Due::kCallDeadline;
  if (now >= hedges_.NextAt()) return Due::kHedge;
  if (now >= LateCheckAt()) return Due::kLate;
  if (now >= TimesOutAt()) return Due::kAttemptTimeout;
  return Due::kNothing;
}

std::optional<Decision> RunningAttempts::OnAttemptTimeout(MonotonicTime now,
                                                          bool is_connected) {
  assert(attempts_.size() == 1);
  AnyAttempt& attempt = *attempts_.front();
  if (after_timeout_.has_value()) {
    // An interceptor below Baton does not let it end.
    const std::shared_ptr<AnyAttempt> stuck = std::move(attempts_.front());
    attempts_.clear();
    const Decision decision = *std::exchange(after_timeout_, std::nullopt);
    const AttemptOutcome timed_out =
        ledger_.ConfirmTimeout(stuck->facts, decision);
    report_writer_.OnAttemptEnd(stuck->facts, now, timed_out, &decision);
    return decision;
  }
  if (WasStalled(TimesOutAt(), now)) {
    no_timeout_before_ = now + kLateTimerGrace;
    return std::nullopt;
  }
  if (!attempt.was_connected) {
    attempt.was_connected = is_connected;
    attempt.awaited_since = now;
    return std::nullopt;
  }
  const Decision decision = ledger_.OnAttemptTimeout();
  // If no retry is allowed, keeps waiting for this attempt.
  keeps_running_ = !decision.retry;
  if (keeps_running_) return std::nullopt;
  after_timeout_ = decision;
  no_timeout_before_ = now + kCancelGrace;
  late_.Stop();
  NoteLowerLimit(attempt, now);
  attempt.Cancel();
  return std::nullopt;
}

Decision RunningAttempts::OnCallDeadline(MonotonicTime now) {
  assert(!attempts_.empty());
  AttemptOutcome expired;
  expired.code = absl::StatusCode::kDeadlineExceeded;
  expired.origin = AttemptOrigin::kCallDeadline;
  const std::shared_ptr<AnyAttempt> latest = std::move(attempts_.back());
  attempts_.pop_back();
  ForgetTimeout();
  const Decision decision = ledger_.OnAttemptEnd(
      {latest->facts, expired,
       AttemptDetails(plan_.method, latest->facts.number)});
  report_writer_.OnAttemptEnd(latest->facts, now, expired, &decision);
  DiscardAll(now);
  latest->Cancel();
  return decision;
}

void RunningAttempts::ForgetTimeout() {
  if (!after_timeout_.has_value()) return;
  after_timeout_.reset();
  ledger_.CancelNext();
}

bool RunningAttempts::CancelOnly() {
  if (attempts_.empty() || !IsOnly(*attempts_.front())) return false;
  attempts_.front()->Cancel();
  return true;
}

void RunningAttempts::DiscardAll(MonotonicTime now) {
  late_.Stop();
  ForgetTimeout();
  for (const std::shared_ptr<AnyAttempt>& attempt :
       std::exchange(attempts_, {})) {
    Discard(*attempt, now);
  }
}

void RunningAttempts::NoteLowerLimit(const AnyAttempt& attempt,
                                     MonotonicTime now) {
  if (attempt.started_connected) hedges_.OnAttemptDiscarded(attempt.facts, now);
}

void RunningAttempts::Discard(AnyAttempt& attempt, MonotonicTime now) {
  ledger_.OnAttemptDiscarded(attempt.facts);
  report_writer_.OnAttemptDiscarded(attempt.facts, now);
  attempt.Cancel();
}

}  // namespace baton::rpc
