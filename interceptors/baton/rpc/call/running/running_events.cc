// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/running/running_events.h"

#include <algorithm>

#include "absl/time/time.h"
#include "baton/attempt_outcome.h"
#include "baton/rpc/runtime/thread_lane.h"

namespace baton::rpc {
namespace {

// The grace period after the deadline. gRPC itself ends an attempt at its
// deadline. An interceptor after Baton that serves the attempt itself may not.
constexpr absl::Duration kCallDeadlineSlack = absl::Milliseconds(10);

uint64_t LaneOf(const AnyAttempt& attempt) {
  return attempt.answer_queue.has_value() ? *attempt.answer_queue
                                          : ThreadLane();
}

}  // namespace

RunningEvents::RunningEvents(const CallPlan& plan, CallLedger& ledger,
                             CallReportWriter& report_writer)
    : plan_(plan),
      ledger_(ledger),
      report_writer_(report_writer),
      hedges_(plan),
      late_(plan),
      timeout_(ledger),
      connect_limit_(plan) {}

void RunningEvents::OnSent(AttemptFacts& attempt, bool is_connected) {
  timeout_.OnSent(attempt.started_at);
  hedges_.OnSent(attempt);
  if (late_.on()) late_.Watch(ledger_.AttemptsLeft(), attempt, is_connected);
}

void RunningEvents::OnAnswer(const AnyAttempt& attempt, bool success,
                             MonotonicTime now) {
  late_.OnAnswer(attempt.facts, success, now, LaneOf(attempt));
}

void RunningEvents::NoteLowerLimit(const AnyAttempt& attempt,
                                   MonotonicTime now) {
  if (attempt.started_connected) hedges_.OnAttemptDiscarded(attempt.facts, now);
}

MonotonicTime RunningEvents::CallDeadlineCheckAt() const {
  return plan_.deadline.deadline.time() + kCallDeadlineSlack;
}

MonotonicTime RunningEvents::TimesOutAt(Attempts attempts) const {
  // Attempts beside each other have no per-attempt timeout.
  return attempts.size() == 1 ? timeout_.DueAt(*attempts.front())
                              : MonotonicTime::InfiniteFuture();
}

MonotonicTime RunningEvents::ConnectsBy(Attempts attempts) const {
  // Another attempt may have a connection.
  return attempts.size() == 1 && !timeout_.is_ending()
             ? connect_limit_.CheckAt(*attempts.front())
             : MonotonicTime::InfiniteFuture();
}

MonotonicTime RunningEvents::LateCheckAt(Attempts attempts) const {
  const bool is_awaited =
      attempts.back()->awaited_since != MonotonicTime::InfiniteFuture();
  return is_awaited ? late_.NextAt() : MonotonicTime::InfiniteFuture();
}

MonotonicTime RunningEvents::NextAt(Attempts attempts) const {
  if (attempts.empty()) return MonotonicTime::InfiniteFuture();
  return std::min({CallDeadlineCheckAt(), hedges_.NextAt(),
                   LateCheckAt(attempts), TimesOutAt(attempts),
                   ConnectsBy(attempts)});
}

RunningEvents::Due RunningEvents::WhatIsDue(Attempts attempts,
                                            MonotonicTime now) const {
  if (attempts.empty()) return Due::kNothing;
  if (now >= CallDeadlineCheckAt()) return Due::kCallDeadline;
  if (now >= ConnectsBy(attempts)) return Due::kConnectTimeout;
  if (now >= hedges_.NextAt()) return Due::kHedge;
  if (now >= LateCheckAt(attempts)) return Due::kLate;
  if (now >= TimesOutAt(attempts)) return Due::kAttemptTimeout;
  return Due::kNothing;
}

bool RunningEvents::AdmitHedge(MonotonicTime now, bool is_connected) {
  if (hedges_.WaitAfterStall(now)) return false;
  if (is_connected) return hedges_.Admit(ledger_, now);
  hedges_.Postpone(now);
  return false;
}

bool RunningEvents::AdmitSecond(const AttemptFacts& late, MonotonicTime now,
                                bool is_connected,
                                std::optional<uint64_t> queue) {
  const bool admitted = late_.Admit(ledger_, now, is_connected, queue);
  report_writer_.SetLateStopReason(late, late_.stop_reason());
  return admitted;
}

std::optional<Decision> RunningEvents::EndUnconnected(
    AnyAttempt& attempt, MonotonicTime now,
    absl::FunctionRef<bool()> is_connected) {
  const std::optional<AttemptOutcome> outcome =
      connect_limit_.EndUnconnected(attempt, now, is_connected);
  if (!outcome.has_value()) return std::nullopt;
  late_.Stop();
  const AttemptDetails details(plan_.method, attempt.facts.number);
  const Decision decision =
      ledger_.OnAttemptEnd({attempt.facts, *outcome, details});
  report_writer_.OnAttemptEnd(attempt.facts, now, *outcome, &decision);
  return decision;
}

bool RunningEvents::IsWatched() const {
  return late_.on() || plan_.MayHedge() || connect_limit_.on() ||
         plan_.policy->deadline.attempt_timeout != absl::InfiniteDuration();
}

}  // namespace baton::rpc
