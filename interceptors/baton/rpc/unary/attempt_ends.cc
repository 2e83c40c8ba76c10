// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/attempt_ends.h"

#include <optional>
#include <utility>

#include "baton/core/decision/call_progress.h"
#include "baton/rpc/call/error_text.h"
#include "baton/rpc/call/running/running_attempts.h"
#include "baton/rpc/grpc/trailers_only.h"

namespace baton::rpc {

using Phase = UnaryState::Phase;

void AttemptEnds::OnDone(const std::shared_ptr<Attempt>& attempt) {
  UnarySession& session = state_.session;
  // The call of a discarded attempt may have ended before.
  if (!session.running().Remove(*attempt)) return;
  times_.Stop();
  if (!session.ReadEnd(*attempt)) {
    return state_.cancelled ? ending_.OnEndAfterCancel(attempt)
                            : OnFailure(attempt);
  }
  session.CommitTo(*attempt);
  DiscardInPlace();
  state_.phase = Phase::kSucceeded;
  state_.request.Release();
  state_.outcome.SetWinner(attempt);
  OnSuccess();
}

void AttemptEnds::DiscardInPlace() {
  if (!state_.session.running().in_place_runs()) return;
  state_.session.DiscardInPlace(*state_.in_place);
}

void AttemptEnds::OnFailure(const std::shared_ptr<Attempt>& attempt) {
  Decision decision;
  switch (state_.session.OnFailure(*attempt, decision)) {
    case RunningAttempts::Next::kDecided:
      Follow(attempt, decision);
      break;
    case RunningAttempts::Next::kSendHedge:
      retries_.StartAttempt();
      break;
    case RunningAttempts::Next::kOthersRun:
      times_.LookWhenDue();
      break;
  }
}

void AttemptEnds::OnSuccess() {
  const std::shared_ptr<Attempt> attempt = state_.outcome.winner();
  HeldBatches& batches = state_.outcome.batches();
  if (!batches.want_message()) {
    if (batches.want_metadata()) state_.session.ledger().Commit();
    batches.CompleteMetadata(attempt.get());
    return;
  }
  // Before the call is recorded, so that the record says what the application
  // gets.
  grpc::Status read = batches.ReadMessage(attempt->response);
  if (!read.ok()) {
    state_.session.OnUnreadable(read);
    attempt->status = std::move(read);
  }
  EndWith(attempt);
}

void AttemptEnds::EndWith(const std::shared_ptr<Attempt>& attempt) {
  Follow(attempt, state_.session.Decide(*attempt));
}

void AttemptEnds::Follow(const std::shared_ptr<Attempt>& attempt,
                         const Decision& decision) {
  state_.session.Record(*attempt, decision);
  if (decision.retry) {
    state_.outcome.ClearWinner();
    state_.failed = {attempt, attempt->status};
    return retries_.RetryAfter(decision);
  }
  DiscardInPlace();
  ending_.Finish(attempt, attempt->status, decision);
}

void AttemptEnds::OnMetadata(const std::shared_ptr<Attempt>& attempt) {
  UnarySession& session = state_.session;
  if (state_.phase != Phase::kRunning || !session.running().IsOnly(*attempt) ||
      session.plan().MayHedge()) {
    return;
  }
  CallLedger& ledger = session.ledger();
  const bool may_retry =
      core::MayRepeat(*session.plan().policy, ledger.progress()) &&
      ledger.AttemptsLeft() > 1;
  // Trailers alone may prove that the request was not processed.
  if (may_retry || IsTrailersOnly(attempt->context)) return;
  ledger.Commit();
  state_.outcome.batches().GiveMetadataOf(attempt);
}

void AttemptEnds::OnDue(MonotonicTime now) {
  UnarySession& session = state_.session;
  switch (session.running().WhatIsDue(now)) {
    case RunningAttempts::Due::kNothing:
      break;
    case RunningAttempts::Due::kCallDeadline:
      return ending_.Finish(nullptr, DeadlineExceeded(),
                            session.running().OnCallDeadline(now));
    case RunningAttempts::Due::kHedge:
      if (session.AdmitHedge(now)) return retries_.StartAttempt();
      break;
    case RunningAttempts::Due::kLate:
      if (session.AdmitSecond(now)) return retries_.StartAttempt();
      break;
    case RunningAttempts::Due::kConnectTimeout: {
      const std::optional<Decision> decision = session.OnConnectTimeout(now);
      if (decision.has_value()) return retries_.OnNotConnected(*decision);
      break;
    }
    case RunningAttempts::Due::kAttemptTimeout: {
      const std::optional<Decision> decision = session.OnAttemptTimeout(now);
      if (decision.has_value()) return retries_.RetryAfter(*decision);
      break;
    }
  }
  times_.LookWhenDue();
}

void AttemptEnds::OnAbandon() {
  state_.outcome.batches().Forget();
  if (state_.phase != Phase::kSucceeded) return;
  // The application has not asked for the message, so it counts as readable.
  const std::shared_ptr<Attempt> winner = state_.outcome.winner();
  state_.outcome.ClearWinner();
  EndWith(winner);
}

}  // namespace baton::rpc
