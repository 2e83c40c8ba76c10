// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_session.h"

#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "baton/rpc/call/outcome_of.h"
#include "baton/rpc/call/response_details.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/convert.h"

namespace baton::rpc {

StreamSession::StreamSession(CapturedCall&& captured,
                             grpc::internal::RpcMethod::RpcType type)
    : CallSession(std::move(captured)),
      extension_(ContextExtension::FindOrAttach(context())),
      keeps_extension_(StoredAuthContext(context())),
      factory_(mutable_captured(), type, extension_, ledger(), report_writer(),
               running()) {}

bool StreamSession::IsPastDeadline() const {
  return deadline().HasPassed(Now());
}

RunningAttempts::Next StreamSession::OnAttemptEnd(const StreamAttempt& attempt,
                                                  Decision& decision) {
  AttemptOutcome outcome =
      OutcomeOf(captured(), attempt.status, attempt.context);
  const ResponseDetails details(plan(), attempt.facts, attempt.status,
                                attempt.context);
  const MonotonicTime now = Now();
  running().Remove(attempt);
  report_writer().OnResponse({attempt.facts, outcome, details});
  if (attempt.status.ok()) {
    OnResponse(attempt);
    running().CommitTo(attempt, now);
    decision = ledger().OnAttemptEnd({attempt.facts, outcome, details});
  } else {
    const RunningAttempts::Next next =
        running().OnFailure(attempt, outcome, details, now, decision);
    if (next != RunningAttempts::Next::kDecided) return next;
  }
  report_writer().OnAttemptEnd(attempt.facts, now, outcome, &decision);
  if (decision.retry) report_writer().OnWait(decision);
  return RunningAttempts::Next::kDecided;
}

Decision StreamSession::OnEndAfterCancel(const StreamAttempt& attempt) {
  const AttemptOutcome outcome =
      OutcomeOf(captured(), attempt.status, attempt.context);
  const MonotonicTime now = Now();
  if (outcome.code == absl::StatusCode::kCancelled) {
    const Decision decision = OnCancel();
    running().DiscardAll(now);
    return decision;
  }
  running().Remove(attempt);
  running().DiscardAll(now);
  const ResponseDetails details(plan(), attempt.facts, attempt.status,
                                attempt.context);
  report_writer().OnResponse({attempt.facts, outcome, details});
  Decision decision = ledger().OnFatalEnd({attempt.facts, outcome, details},
                                          /*others_run=*/false);
  if (!attempt.status.ok()) {
    decision = ledger().OnCancel(/*attempt_is_running=*/false);
  }
  report_writer().OnAttemptEnd(attempt.facts, now, outcome, &decision);
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
  running().Remove(attempt);
  const AttemptDetails details(plan().method, attempt.facts.number);
  const Decision decision =
      ledger().OnAttemptEnd({attempt.facts, outcome, details});
  report_writer().OnAttemptEnd(attempt.facts, Now(), outcome, &decision);
  if (decision.retry) report_writer().OnWait(decision);
  attempt.Cancel();
  return decision;
}

std::optional<Decision> StreamSession::OnAttemptTimeout(MonotonicTime now) {
  const std::optional<Decision> decision = CallSession::OnAttemptTimeout(now);
  if (decision.has_value()) report_writer().OnWait(*decision);
  return decision;
}

std::optional<Decision> StreamSession::OnConnectTimeout(MonotonicTime now) {
  const std::optional<Decision> decision = CallSession::OnConnectTimeout(now);
  if (decision.has_value() && decision->retry) {
    report_writer().OnWait(*decision);
  }
  return decision;
}

void StreamSession::OnResponse(const StreamAttempt& attempt) {
  if (has_response_) return;
  has_response_ = true;
  running().OnResponse(attempt, Now());
}

void StreamSession::Commit(core::Commitment commitment, StreamAttempt& winner) {
  SetWinner(winner);
  ledger().Commit(commitment);
  if (commitment == core::Commitment::kCommitted) {
    ledger().OnStreamAnswer(winner.facts);
  }
  winner.awaited_since = MonotonicTime::InfiniteFuture();
  running().CommitTo(winner, Now());
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
  status = EndCall(std::move(status), decision);
  extension_.SetReport(
      std::make_unique<const CallReport>(report_writer().Report()));
  return status;
}

}  // namespace baton::rpc
