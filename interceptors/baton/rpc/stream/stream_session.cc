// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_session.h"

#include <utility>

#include "absl/status/status.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/rpc/call/budget_metadata.h"
#include "baton/rpc/call/call_route.h"
#include "baton/rpc/call/channel_selection.h"
#include "baton/rpc/call/error_text.h"
#include "baton/rpc/call/outcome_of.h"
#include "baton/rpc/call/response_details.h"
#include "baton/rpc/grpc/application_metadata.h"
#include "baton/rpc/grpc/attempt_context.h"
#include "baton/rpc/grpc/connection_watcher.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/convert.h"

namespace baton::rpc {

StreamSession::StreamSession(CapturedCall&& captured,
                             grpc::internal::RpcMethod::RpcType type)
    : captured_(std::move(captured)),
      // The plan's own name goes into the report.
      target_{captured_.channel_below,
              std::make_shared<const std::string>(captured_.plan.method), type},
      channel_(ChannelOf(*captured_.application_context)),
      extension_(
          ContextExtension::FindOrAttach(*captured_.application_context)),
      keeps_extension_(StoredAuthContext(*captured_.application_context)),
      ledger_(captured_.plan),
      report_writer_(captured_.plan),
      running_(captured_.plan, ledger_, report_writer_) {}

void StreamSession::ReleaseContext() {
  const MutexLock lock(context_mutex_);
  context_released_ = true;
}

void StreamSession::SetMetadata(
    std::multimap<std::string, std::string>&& metadata) {
  captured_.metadata = std::move(metadata);
}

std::shared_ptr<StreamAttempt> StreamSession::MakeAttempt(
    std::shared_ptr<StreamOwner> owner) {
  std::shared_ptr<StreamAttempt> attempt;
  int channel_index = 0;
  {
    const MutexLock lock(context_mutex_);
    if (context_released_) return nullptr;
    const AttemptFacts facts =
        StartAttempt(captured_, ledger_, /*is_hedge=*/!running_.empty());
    StreamTarget target = target_;
    if (facts.fallback > 0) {
      target.channel = ChannelAt(captured_, facts.fallback);
    }
    attempt =
        std::make_shared<StreamAttempt>(std::move(owner), std::move(target));
    attempt->facts = facts;
    channel_index = facts.fallback;
    PrepareAttempt(captured_, attempt->facts, &attempt->context);
  }
  AttemptContextMetadata metadata(attempt->context);
  report_writer_.OnAttemptStart(attempt->facts, metadata);
  running_.Add(attempt, running_.IsWatched() && HasConnection(channel_index));
  return attempt;
}

std::shared_ptr<StreamAttempt> StreamSession::MakeInPlaceAttempt(
    std::shared_ptr<StreamOwner> owner, ApplicationQueue queue,
    std::multimap<std::string, std::string>& metadata) {
  captured_.metadata = metadata;
  auto attempt =
      std::make_shared<StreamAttempt>(std::move(owner), context(), queue);
  attempt->facts = StartAttempt(captured_, ledger_, /*is_hedge=*/false);
  // A later attempt that wins replaces it.
  extension_.SetAuthContextOf(attempt->application_call->get());
  // Later attempts use the copy, which has no changes.
  MetadataChanges changes;
  ApplicationMetadata sent(metadata, changes);
  if (plan().IsExternal()) {
    sent.Remove(core::kRetryBudgetKey);
  } else {
    SetBudgetMetadata(attempt->facts.header, sent);
  }
  report_writer_.OnAttemptStart(attempt->facts, sent);
  const Deadline deadline = plan().deadline.deadline;
  if (plan().own_deadline.IsNone() && !deadline.IsNone()) {
    sent.SetTimeout(deadline.Remaining(plan().runtime().Now()));
  }
  running_.Add(attempt,
               running_.IsWatched() && HasConnection(attempt->facts.fallback));
  return attempt;
}

bool StreamSession::IsPastDeadline() const {
  return captured_.plan.deadline.deadline.HasPassed(
      captured_.plan.runtime().Now());
}

RunningAttempts::Next StreamSession::OnAttemptEnd(const StreamAttempt& attempt,
                                                  Decision& decision) {
  AttemptOutcome outcome =
      OutcomeOf(captured_, attempt.status, attempt.answered());
  const ResponseDetails details(plan(), attempt.facts, attempt.status,
                                attempt.answered());
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
      OutcomeOf(captured_, attempt.status, attempt.answered());
  const MonotonicTime now = captured_.plan.runtime().Now();
  if (outcome.code == absl::StatusCode::kCancelled) {
    const Decision decision = OnCancel();
    running_.DiscardAll(now);
    return decision;
  }
  running_.Remove(attempt);
  running_.DiscardAll(now);
  const ResponseDetails details(plan(), attempt.facts, attempt.status,
                                attempt.answered());
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

bool StreamSession::HasConnection(int channel_index) const {
  if (channel_index == CallRoute::kPrimary) {
    return channel_ != nullptr && IsConnected(*channel_);
  }
  return IsConnected(*plan().channel->fallback(channel_index).channel());
}

bool StreamSession::AdmitHedge(MonotonicTime now) {
  return running_.AdmitHedge(now,
                             HasConnection(running_.newest().facts.fallback));
}

bool StreamSession::AdmitSecond(MonotonicTime now) {
  return running_.AdmitSecond(now,
                              HasConnection(running_.newest().facts.fallback));
}

std::optional<Decision> StreamSession::OnAttemptTimeout(MonotonicTime now) {
  const std::optional<Decision> decision = running_.OnAttemptTimeout(
      now, HasConnection(running_.newest().facts.fallback));
  if (decision.has_value()) report_writer_.OnWait(*decision);
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
  if (has_winner_ || winner.context.c_call() == nullptr) return;
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
