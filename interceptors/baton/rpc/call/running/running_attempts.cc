// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/running/running_attempts.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace baton::rpc {
RunningAttempts::RunningAttempts(const CallPlan& plan, CallLedger& ledger,
                                 CallReportWriter& report_writer)
    : plan_(plan),
      ledger_(ledger),
      report_writer_(report_writer),
      events_(plan, ledger, report_writer) {}

void RunningAttempts::Add(std::shared_ptr<AnyAttempt> attempt,
                          bool is_connected) {
  attempt->awaited_since = attempt->facts.started_at;
  attempt->was_connected = is_connected;
  attempt->started_connected = is_connected;
  events_.OnSent(attempt->facts, is_connected);
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
  events_.hedges().OnResponse(attempt.facts, now);
  events_.OnAnswer(attempt, /*success=*/true, now);
}

void RunningAttempts::CommitTo(const AnyAttempt& attempt, MonotonicTime now) {
  events_.hedges().End();
  events_.late().Stop();
  // If its answer had arrived before it was cancelled, the answer counts.
  events_.timeout().Forget();
  for (const std::shared_ptr<AnyAttempt>& other :
       std::exchange(attempts_, {})) {
    if (other.get() == &attempt) {
      attempts_.push_back(other);
    } else {
      events_.NoteLowerLimit(*other, now);
      Discard(*other, now);
    }
  }
}

RunningAttempts::Next RunningAttempts::OnFailure(const AnyAttempt& attempt,
                                                 AttemptOutcome& outcome,
                                                 const AttemptDetails& details,
                                                 MonotonicTime now,
                                                 Decision& decision) {
  if (events_.timeout().Confirm(attempt.facts, outcome, decision))
    return Next::kDecided;
  const bool is_answer =
      ledger_.HasFinalResult({attempt.facts, outcome, details});
  if (is_answer && attempt.was_connected) {
    events_.OnAnswer(attempt, /*success=*/false, now);
  }
  const bool others_run = !attempts_.empty() || in_place_runs_;
  const bool ends_call =
      events_.hedges().on()
          ? !events_.hedges().OnFailure(outcome, now)
          : others_run && ledger_.EndsCall({attempt.facts, outcome, details});
  if (ends_call) {
    decision =
        ledger_.OnFatalEnd({attempt.facts, outcome, details}, others_run);
    DiscardAll(now);
    return Next::kDecided;
  }
  // If there is no connection, a hedge would not have one either.
  const bool sends = !outcome.never_sent && now >= events_.hedges().NextAt() &&
                     events_.hedges().Admit(ledger_, now);
  if (!sends && !others_run) {
    decision = ledger_.OnAttemptEnd({attempt.facts, outcome, details});
    return Next::kDecided;
  }
  if (!sends) events_.late().Stop(attempt.facts);
  ledger_.OnHedgedAttemptEnd({attempt.facts, outcome, details});
  report_writer_.OnAttemptEnd(attempt.facts, now, outcome, nullptr);
  return sends ? Next::kSendHedge : Next::kOthersRun;
}

std::optional<Decision> RunningAttempts::OnAttemptTimeout(MonotonicTime now,
                                                          bool is_connected) {
  assert(attempts_.size() == 1);
  AnyAttempt& attempt = *attempts_.front();
  switch (events_.timeout().OnDue(attempt, now, is_connected)) {
    case AttemptTimeout::Step::kNothing:
      return std::nullopt;
    case AttemptTimeout::Step::kCancel:
      events_.late().Stop();
      events_.NoteLowerLimit(attempt, now);
      attempt.Cancel();
      return std::nullopt;
    case AttemptTimeout::Step::kGiveUp:
      break;
  }
  // An interceptor below Baton does not let it end.
  const std::shared_ptr<AnyAttempt> stuck = std::move(attempts_.front());
  attempts_.clear();
  AttemptOutcome timed_out;
  const Decision decision = events_.timeout().GiveUp(stuck->facts, timed_out);
  report_writer_.OnAttemptEnd(stuck->facts, now, timed_out, &decision);
  return decision;
}

std::optional<Decision> RunningAttempts::OnConnectTimeout(
    MonotonicTime now, absl::FunctionRef<bool()> is_connected) {
  const std::optional<Decision> decision =
      events_.EndUnconnected(*attempts_.front(), now, is_connected);
  if (decision.has_value()) attempts_.clear();
  return decision;
}

Decision RunningAttempts::OnCallDeadline(MonotonicTime now, StopReason reason) {
  assert(!attempts_.empty());
  AttemptOutcome expired;
  expired.code = absl::StatusCode::kDeadlineExceeded;
  expired.origin = AttemptOrigin::kCallDeadline;
  const std::shared_ptr<AnyAttempt> latest = std::move(attempts_.back());
  attempts_.pop_back();
  events_.timeout().Forget();
  Decision decision = ledger_.OnAttemptEnd(
      {latest->facts, expired,
       AttemptDetails(plan_.method, latest->facts.number)});
  decision.reason = reason;
  report_writer_.OnAttemptEnd(latest->facts, now, expired, &decision);
  DiscardAll(now);
  latest->Cancel();
  return decision;
}

bool RunningAttempts::CancelOnly() {
  if (attempts_.empty() || !IsOnly(*attempts_.front())) return false;
  attempts_.front()->Cancel();
  return true;
}

void RunningAttempts::DiscardAll(MonotonicTime now) {
  events_.late().Stop();
  events_.timeout().Forget();
  for (const std::shared_ptr<AnyAttempt>& attempt :
       std::exchange(attempts_, {})) {
    Discard(*attempt, now);
  }
}

void RunningAttempts::Discard(AnyAttempt& attempt, MonotonicTime now) {
  ledger_.OnAttemptDiscarded(attempt.facts);
  report_writer_.OnAttemptDiscarded(attempt.facts, now);
  attempt.Cancel();
}

}  // namespace baton::rpc
