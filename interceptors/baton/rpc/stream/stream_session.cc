// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_session.h"

#include <utility>

#include "absl/status/status.h"
#include "baton/rpc/call/error_text.h"
#include "baton/rpc/call/outcome_of.h"
#include "baton/rpc/call/response_details.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/convert.h"

namespace baton::rpc {

StreamSession::StreamSession(CapturedCall&& captured,
                             grpc::internal::RpcMethod::RpcType type)
    : captured_(std::move(captured)),
      extension_(
          ContextExtension::FindOrAttach(*captured_.application_context)),
      keeps_extension_(StoredAuthContext(*captured_.application_context)),
      ledger_(captured_.plan),
      report_writer_(captured_.plan),
      running_(captured_.plan, ledger_, report_writer_),
      factory_(captured_, type, extension_, ledger_, report_writer_, running_) {
}

bool StreamSession::IsPastDeadline() const {
  return captured_.plan.deadline.deadline.HasPassed(
      captured_.plan.runtime().Now());
}

RunningAttempts::Next StreamSession::OnAttemptEnd(const StreamAttempt& attempt,
                                                  Decision& decision) {
  AttemptOutcome outcome =
      OutcomeOf(captured_, attempt.status, attempt.context);
  const ResponseDetails details(plan(), attempt.facts, attempt.status,
                                attempt.context);
  const MonotonicTime now = captured_.plan.runtime().Now();
  running_.Remove(attempt);
  report_writer_.OnResponse({attempt.facts, outcome, details});
  if (attempt.status.ok()) {
    OnResponse(attempt);
    running_.CommitTo(attempt, now);
    decision = ledger_.OnAttemptEnd({attempt.facts, outcome, details});
  } else {
    const RunningAttempts::Next next =
        running_.OnFailure(attempt, outcome, details, now, decision);
    if (next != RunningAttempts::Next::kDecided) return next;
  }
  report_writer_.OnAttemptEnd(attempt.facts, now, outcome, &decision);
  if (decision.retry) report_writer_.OnWait(decision);
  return RunningAttempts::Next::kDecided;
}

Decision StreamSession::OnEndAfterCancel(const StreamAttempt& attempt) {
  const AttemptOutcome outcome =
      OutcomeOf(captured_, attempt.status, attempt.context);
  const MonotonicTime now = captured_.plan.runtime().Now();
  if (outcome.code == absl::StatusCode::kCancelled) {
    const Decision decision = OnCancel();
    running_.DiscardAll(now);
    return decision;
  }
  running_.Remove(attempt);
  running_.DiscardAll(now);
  const ResponseDetails details(plan(), attempt.facts, attempt.status,
                                attempt.context);
  report_writer_.OnResponse({attempt.facts, outcome, details});
  Decision decision = ledger_.OnFatalEnd({attempt.facts, outcome, details},
                                         /*others_run=*/false);
  if (!attempt.status.ok()) {
    decision = ledger_.OnCancel(/*attempt_is_running=*/false);
  }
  report_writer_.OnAttemptEnd(attempt.facts, now, outcome, &decision);
  return decision;
}

Decision StreamSession::OnUnreadable(StreamAttempt& attempt,
                                     const grpc::Status& status) {
  AttemptOutcome outcome;
  outcome.code = FromGrpcCode(status.error_code());
  outcome.origin = AttemptOrigin::kUnconfirmed;
  return EndAttempt(attempt, outcome);
}

Decision StreamSession::OnIdle(StreamAttempt& attempt) {
  AttemptOutcome outcome;
  outcome.code = absl::StatusCode::kDeadlineExceeded;
  outcome.origin = AttemptOrigin::kAttemptTimeout;
  return EndAttempt(attempt, outcome);
}

Decision StreamSession::EndAttempt(StreamAttempt& attempt,
                                   const AttemptOutcome& outcome) {
  running_.Remove(attempt);
  const AttemptDetails details(plan().method, attempt.facts.number);
  const Decision decision =
      ledger_.OnAttemptEnd({attempt.facts, outcome, details});
  report_writer_.OnAttemptEnd(attempt.facts, captured_.plan.runtime().Now(),
                              outcome, &decision);
  if (decision.retry) report_writer_.OnWait(decision);
  attempt.Cancel();
  return decision;
}

bool StreamSession::NewestHasConnection() const {
  return factory_.HasConnection(running_.newest().facts.fallback);
}

bool StreamSession::AdmitHedge(MonotonicTime now) {
  return running_.AdmitHedge(now, NewestHasConnection());
}

bool StreamSession::AdmitSecond(MonotonicTime now) {
  return running_.AdmitSecond(now, NewestHasConnection());
}

std::optional<Decision> StreamSession::OnAttemptTimeout(MonotonicTime now) {
  const std::optional<Decision> decision =
      running_.OnAttemptTimeout(now, NewestHasConnection());
  if (decision.has_value()) report_writer_.OnWait(*decision);
  return decision;
}

std::optional<Decision> StreamSession::OnConnectTimeout(MonotonicTime now) {
  const int channel_index = running_.newest().facts.fallback;
  const std::optional<Decision> decision = running_.OnConnectTimeout(
      now, [&] { return factory_.HasConnection(channel_index); });
  if (decision.has_value() && decision->retry) {
    report_writer_.OnWait(*decision);
  }
  return decision;
}

void StreamSession::OnResponse(const StreamAttempt& attempt) {
  if (has_response_) return;
  has_response_ = true;
  running_.OnResponse(attempt, captured_.plan.runtime().Now());
}

void StreamSession::Commit(core::Commitment commitment, StreamAttempt& winner) {
  SetWinner(winner);
  ledger_.Commit(commitment);
  if (commitment == core::Commitment::kCommitted) {
    ledger_.OnStreamAnswer(winner.facts);
  }
  winner.awaited_since = MonotonicTime::InfiniteFuture();
  running_.CommitTo(winner, captured_.plan.runtime().Now());
}

void StreamSession::SetWinner(StreamAttempt& winner) {
  // The extension has the auth context of an attempt in place already.
  if (has_winner_ || winner.in_place() || winner.context.c_call() == nullptr) {
    return;
  }
  has_winner_ = true;
  extension_.SetAuthContextOf(winner.context.c_call());
}

grpc::Status StreamSession::OnCallEnd(grpc::Status status,
                                      const Decision& decision) {
  const absl::StatusCode code = FromGrpcCode(status.error_code());
  ledger_.OnCallEnd(code);
  report_writer_.SetHedgeStopReason(running_.hedge_stop_reason());
  std::unique_ptr<const CallReport> report =
      report_writer_.OnCallEnd(code, decision, ledger_.progress());
  if (captured_.plan.channel->options().explain_errors) {
    status = Explained(std::move(status), *report);
  }
  extension_.SetReport(std::move(report));
  return status;
}

}  // namespace baton::rpc
