// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_session.h"

#include <utility>

#include "absl/status/status.h"
#include "baton/real_clock.h"
#include "baton/rpc/call/channel_selection.h"
#include "baton/rpc/call/error_text.h"
#include "baton/rpc/grpc/attempt_context.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/convert.h"

namespace baton::rpc {

StreamBooks::StreamBooks(CapturedCall&& captured,
                         grpc::internal::RpcMethod::RpcType type)
    : captured_(std::move(captured)),
      // The plan's own name goes into the report.
      target_{captured_.channel_below,
              std::make_shared<const std::string>(captured_.plan.method), type},
      channel_(ChannelOf(*captured_.outer)),
      extension_(ContextExtension::FindOrAttach(*captured_.outer)),
      keeps_extension_(StoredAuthContext(*captured_.outer)),
      ledger_(captured_.plan),
      recorder_(captured_.plan),
      running_(captured_.plan, ledger_, recorder_) {}

void StreamBooks::ReleaseOuter() {
  const std::lock_guard<std::mutex> lock(outer_mutex_);
  outer_released_ = true;
}

void StreamBooks::SetMetadata(
    std::multimap<std::string, std::string>&& metadata) {
  captured_.metadata = std::move(metadata);
}

std::shared_ptr<StreamAttempt> StreamBooks::MakeAttempt(
    std::shared_ptr<StreamOwner> owner) {
  std::shared_ptr<StreamAttempt> attempt;
  {
    const std::lock_guard<std::mutex> lock(outer_mutex_);
    if (outer_released_) return nullptr;
    const AttemptFacts facts =
        StartAttempt(captured_, ledger_, /*is_hedge=*/!running_.empty());
    StreamTarget target = target_;
    if (facts.fallback > 0) {
      target.channel = ChannelAt(captured_, facts.fallback);
    }
    attempt =
        std::make_shared<StreamAttempt>(std::move(owner), std::move(target));
    attempt->facts = facts;
    PrepareAttempt(captured_, attempt->facts, &attempt->context);
  }
  AttemptContextMetadata metadata(attempt->context);
  recorder_.OnAttemptStart(attempt->facts, metadata);
  running_.Add(attempt);
  return attempt;
}

bool StreamBooks::IsLate() const {
  return captured_.plan.deadline.deadline.HasPassed(RealClock().Now());
}

AttemptOutcome StreamBooks::OutcomeOf(const StreamAttempt& attempt) const {
  AttemptOutcome outcome = ledger_.OutcomeOf(
      attempt.status, attempt.context,
      captured_.parent.get() == nullptr ? CallLedger::Enders::kNobody
                                        : CallLedger::Enders::kAlsoOthers);
  if (attempt.status.ok()) {
    // It may be looked at long after it came; gRPC has seen to the deadline.
    outcome.code = absl::StatusCode::kOk;
    outcome.origin = AttemptOrigin::kServer;
  }
  return outcome;
}

RunningAttempts::Next StreamBooks::OnAttemptEnd(const StreamAttempt& attempt,
                                                Decision& decision) {
  const AttemptOutcome outcome = OutcomeOf(attempt);
  const MonotonicTime now = RealClock().Now();
  running_.Remove(attempt);
  if (attempt.status.ok()) {
    OnAnswer(attempt);
    running_.SettleOn(attempt, now);
    decision = ledger_.OnAttemptEnd(attempt.facts, outcome);
  } else {
    const RunningAttempts::Next next =
        running_.OnFailure(attempt, outcome, now, decision);
    if (next != RunningAttempts::Next::kDecided) return next;
  }
  recorder_.OnAttemptEnd(attempt.facts, now, outcome, &decision);
  if (decision.retry) recorder_.OnWait(decision);
  return RunningAttempts::Next::kDecided;
}

Decision StreamBooks::OnUnreadable(StreamAttempt& attempt,
                                   const grpc::Status& status) {
  AttemptOutcome outcome;
  outcome.code = FromGrpcCode(status.error_code());
  outcome.origin = AttemptOrigin::kNoAnswer;
  return GiveUp(attempt, outcome);
}

Decision StreamBooks::OnIdle(StreamAttempt& attempt) {
  AttemptOutcome outcome;
  outcome.code = absl::StatusCode::kDeadlineExceeded;
  outcome.origin = AttemptOrigin::kAttemptLimit;
  return GiveUp(attempt, outcome);
}

Decision StreamBooks::GiveUp(StreamAttempt& attempt,
                             const AttemptOutcome& outcome) {
  running_.Remove(attempt);
  const Decision decision = ledger_.OnAttemptEnd(attempt.facts, outcome);
  recorder_.OnAttemptEnd(attempt.facts, RealClock().Now(), outcome, &decision);
  if (decision.retry) recorder_.OnWait(decision);
  attempt.context.TryCancel();
  return decision;
}

Decision StreamBooks::OnLate(MonotonicTime now) {
  const Decision decision = running_.OnLate(now);
  if (decision.retry) recorder_.OnWait(decision);
  return decision;
}

void StreamBooks::OnAnswer(const StreamAttempt& attempt) {
  if (is_answered_) return;
  is_answered_ = true;
  running_.OnAnswer(attempt, RealClock().Now());
}

void StreamBooks::Commit(core::Commitment commitment, StreamAttempt& winner) {
  SetWinner(winner);
  ledger_.Commit(commitment);
  winner.awaited_since = MonotonicTime::InfiniteFuture();
  running_.SettleOn(winner, RealClock().Now());
}

void StreamBooks::SetWinner(StreamAttempt& winner) {
  if (has_winner_ || winner.context.c_call() == nullptr) return;
  has_winner_ = true;
  extension_.SetAuthContextOf(winner.context.c_call());
}

grpc::Status StreamBooks::OnCallEnd(grpc::Status status,
                                    const Decision& decision) {
  const absl::StatusCode code = FromGrpcCode(status.error_code());
  ledger_.OnCallEnd(code);
  recorder_.SetHedgeRefusal(running_.hedge_refusal());
  std::unique_ptr<const CallReport> report =
      recorder_.OnCallEnd(code, decision, ledger_.progress());
  if (captured_.plan.channel->options().explain_errors) {
    status = Explained(std::move(status), *report);
  }
  extension_.SetReport(std::move(report));
  return status;
}

}  // namespace baton::rpc
