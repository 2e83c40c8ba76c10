// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/unary_session.h"

#include <utility>

#include "baton/rpc/call/channel_selection.h"
#include "baton/rpc/call/error_text.h"
#include "baton/rpc/call/outcome_of.h"
#include "baton/rpc/call/response_details.h"
#include "baton/rpc/grpc/attempt_context.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/convert.h"

namespace baton::rpc {
namespace {

ResponseDetails DetailsOf(const CallPlan& plan, const Attempt& attempt) {
  return ResponseDetails(plan, attempt.facts, attempt.status, attempt.context);
}

}  // namespace

UnarySession::UnarySession(CapturedCall&& captured)
    : captured_{std::move(captured.plan),
                captured.application_context,
                std::move(captured.metadata),
                {},
                std::move(captured.channel_below),
                std::move(captured.parent),
                captured.reads_metadata},
      ledger_(captured_.plan),
      report_writer_(captured_.plan),
      running_(captured_.plan, ledger_, report_writer_) {}

// The channel has no other interceptors, and Baton's leaves attempts alone.
void UnarySession::CaptureApplicationCall(const MetadataChanges& changes) {
  captured_.channel_below = ChannelOf(context());
  captured_.metadata = changes.Undone(SendMetadata(context()));
}

std::shared_ptr<Attempt> UnarySession::StartAttempt(
    std::shared_ptr<AttemptOwner> owner) {
  const bool is_hedge = !running_.empty() || running_.in_place_runs();
  auto attempt =
      NewAttempt(captured_, rpc::StartAttempt(captured_, ledger_, is_hedge));
  attempt->owner = std::move(owner);
  AttemptContextMetadata metadata(attempt->context);
  report_writer_.OnAttemptStart(attempt->facts, metadata);
  running_.Add(attempt, running_.IsWatched() &&
                            IsConnected(captured_, attempt->facts.fallback));
  return attempt;
}

bool UnarySession::NewestHasConnection() const {
  return IsConnected(captured_, running_.newest().facts.fallback);
}

bool UnarySession::AdmitHedge(MonotonicTime now) {
  return running_.AdmitHedge(now, NewestHasConnection());
}

bool UnarySession::AdmitSecond(MonotonicTime now) {
  return running_.AdmitSecond(now, NewestHasConnection());
}

std::optional<Decision> UnarySession::OnAttemptTimeout(MonotonicTime now) {
  return running_.OnAttemptTimeout(now, NewestHasConnection());
}

std::optional<Decision> UnarySession::OnConnectTimeout(MonotonicTime now) {
  const int channel_index = running_.newest().facts.fallback;
  return running_.OnConnectTimeout(
      now, [&] { return IsConnected(captured_, channel_index); });
}

void UnarySession::SetEnd(const AttemptOutcome& outcome) {
  ended_at_ = Now();
  outcome_ = outcome;
}

bool UnarySession::ReadEnd(const Attempt& attempt) {
  SetEnd(OutcomeOf(captured_, attempt.status, attempt.context));
  return outcome_.code == absl::StatusCode::kOk;
}

RunningAttempts::Next UnarySession::OnFailure(const Attempt& attempt,
                                              Decision& decision) {
  const ResponseDetails details = DetailsOf(plan(), attempt);
  report_writer_.OnResponse({attempt.facts, outcome_, details});
  return running_.OnFailure(attempt, outcome_, details, ended_at_, decision);
}

void UnarySession::CommitTo(const Attempt& attempt) {
  running_.OnResponse(attempt, ended_at_);
  running_.CommitTo(attempt, ended_at_);
}

void UnarySession::OnUnreadable(const grpc::Status& read) {
  outcome_.code = FromGrpcCode(read.error_code());
  outcome_.origin = AttemptOrigin::kUnconfirmed;
}

Decision UnarySession::Decide(const Attempt& attempt) {
  const ResponseDetails details = DetailsOf(plan(), attempt);
  const EndedAttempt ended{attempt.facts, outcome_, details};
  report_writer_.OnResponse(ended);
  return ledger_.OnAttemptEnd(ended);
}

void UnarySession::Record(const Attempt& attempt, const Decision& decision) {
  report_writer_.OnAttemptEnd(attempt.facts, ended_at_, outcome_, &decision);
}

Decision UnarySession::OnEndAfterCancel(const Attempt& attempt) {
  if (outcome_.code == absl::StatusCode::kCancelled) {
    const Decision decision = ledger_.OnCancel(/*attempt_is_running=*/true);
    ledger_.OnAttemptDiscarded(attempt.facts);
    report_writer_.OnAttemptDiscarded(attempt.facts, ended_at_);
    return decision;
  }
  const ResponseDetails details = DetailsOf(plan(), attempt);
  const EndedAttempt ended{attempt.facts, outcome_, details};
  report_writer_.OnResponse(ended);
  ledger_.OnFatalEnd(ended, /*others_run=*/false);
  const Decision decision = ledger_.OnCancel(/*attempt_is_running=*/false);
  Record(attempt, decision);
  return decision;
}

void UnarySession::DiscardInPlace(InPlaceAttempt& in_place) {
  running_.SetInPlace(false);
  in_place.StopTimer();
  ledger_.OnAttemptDiscarded(in_place.facts());
  report_writer_.OnAttemptDiscarded(in_place.facts(), ended_at_);
  in_place.EndWith(GRPC_STATUS_CANCELLED, "another attempt was faster");
}

grpc::Status UnarySession::OnCallEnd(grpc::Status status,
                                     const Decision& decision) {
  const absl::StatusCode code = FromGrpcCode(status.error_code());
  ledger_.OnCallEnd(code);
  report_writer_.SetHedgeStopReason(running_.hedge_stop_reason());
  report_writer_.EndCall(code, decision, ledger_.progress());
  return !status.ok() && plan().channel->options().explain_errors
             ? Explained(std::move(status), report_writer_.Report())
             : status;
}

std::optional<CallReport> UnarySession::Report() const {
  if (!report_writer_.HasEnded()) return std::nullopt;
  return report_writer_.Report();
}

}  // namespace baton::rpc
