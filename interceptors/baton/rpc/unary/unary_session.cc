// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/unary_session.h"

#include <utility>

#include "baton/rpc/call/channel_selection.h"
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
    : CallSession({std::move(captured.plan),
                   captured.application_context,
                   std::move(captured.metadata),
                   {},
                   std::move(captured.channel_below),
                   std::move(captured.parent),
                   captured.reads_metadata}) {}

// The channel has no other interceptors, and Baton's leaves attempts alone.
void UnarySession::CaptureApplicationCall(const MetadataChanges& changes) {
  mutable_captured().channel_below = ChannelOf(context());
  mutable_captured().metadata = changes.Undone(SendMetadata(context()));
}

std::shared_ptr<Attempt> UnarySession::StartAttempt(
    std::shared_ptr<AttemptOwner> owner) {
  const bool is_hedge = !running().empty() || running().in_place_runs();
  auto attempt =
      NewAttempt(captured(), rpc::StartAttempt(captured(), ledger(), is_hedge));
  attempt->owner = std::move(owner);
  AttemptContextMetadata metadata(attempt->context);
  report_writer().OnAttemptStart(attempt->facts, metadata);
  running().Add(attempt, running().IsWatched() &&
                             IsConnected(captured(), attempt->facts.fallback));
  return attempt;
}

bool UnarySession::HasConnection(int channel_index) const {
  return IsConnected(captured(), channel_index);
}

void UnarySession::SetEnd(const AttemptOutcome& outcome) {
  ended_at_ = Now();
  outcome_ = outcome;
}

bool UnarySession::ReadEnd(const Attempt& attempt) {
  SetEnd(OutcomeOf(captured(), attempt.status, attempt.context));
  return outcome_.code == absl::StatusCode::kOk;
}

RunningAttempts::Next UnarySession::OnFailure(const Attempt& attempt,
                                              Decision& decision) {
  const ResponseDetails details = DetailsOf(plan(), attempt);
  report_writer().OnResponse({attempt.facts, outcome_, details});
  return running().OnFailure(attempt, outcome_, details, ended_at_, decision);
}

void UnarySession::CommitTo(const Attempt& attempt) {
  running().OnResponse(attempt, ended_at_);
  running().CommitTo(attempt, ended_at_);
}

void UnarySession::OnUnreadable(const grpc::Status& read) {
  outcome_.code = FromGrpcCode(read.error_code());
  outcome_.origin = AttemptOrigin::kUnconfirmed;
}

Decision UnarySession::Decide(const Attempt& attempt) {
  const ResponseDetails details = DetailsOf(plan(), attempt);
  const EndedAttempt ended{attempt.facts, outcome_, details};
  report_writer().OnResponse(ended);
  return ledger().OnAttemptEnd(ended);
}

void UnarySession::Record(const Attempt& attempt, const Decision& decision) {
  report_writer().OnAttemptEnd(attempt.facts, ended_at_, outcome_, &decision);
}

Decision UnarySession::OnEndAfterCancel(const Attempt& attempt) {
  if (outcome_.code == absl::StatusCode::kCancelled) {
    const Decision decision = ledger().OnCancel(/*attempt_is_running=*/true);
    ledger().OnAttemptDiscarded(attempt.facts);
    report_writer().OnAttemptDiscarded(attempt.facts, ended_at_);
    return decision;
  }
  const ResponseDetails details = DetailsOf(plan(), attempt);
  const EndedAttempt ended{attempt.facts, outcome_, details};
  report_writer().OnResponse(ended);
  ledger().OnFatalEnd(ended, /*others_run=*/false);
  const Decision decision = ledger().OnCancel(/*attempt_is_running=*/false);
  Record(attempt, decision);
  return decision;
}

void UnarySession::DiscardInPlace(InPlaceAttempt& in_place) {
  running().SetInPlace(false);
  in_place.StopTimer();
  ledger().OnAttemptDiscarded(in_place.facts());
  report_writer().OnAttemptDiscarded(in_place.facts(), ended_at_);
  in_place.EndWith(GRPC_STATUS_CANCELLED, "another attempt was faster");
}

std::optional<CallReport> UnarySession::Report() const {
  if (!report_writer().HasEnded()) return std::nullopt;
  return report_writer().Report();
}

}  // namespace baton::rpc
