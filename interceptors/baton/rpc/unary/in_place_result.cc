// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/in_place_result.h"

#include <cstdint>

#include "baton/rpc/call/outcome_of.h"
#include "baton/rpc/call/running/late_checks.h"
#include "baton/rpc/grpc/message_decoder.h"
#include "baton/rpc/runtime/thread_lane.h"

namespace baton::rpc {
namespace {

// Takes the outcome of the batch. A success without a readable message becomes
// a failure.
const grpc::Status& TakeEnd(UnarySession& session,
                            InterceptorBatchMethods& batch) {
  grpc::Status& status = *batch.GetRecvStatus();
  const bool server_ok = status.ok();
  const bool readable =
      batch.GetRecvMessage() != nullptr || ReceivesBytes(batch);
  if (server_ok && !readable) {
    status = grpc::Status(grpc::StatusCode::INTERNAL,
                          "response is missing or could not be parsed");
  }
  AttemptOutcome outcome =
      OutcomeOf(session.captured(), status, session.context());
  if (server_ok && !status.ok()) outcome.origin = AttemptOrigin::kUnconfirmed;
  session.SetEnd(outcome);
  return status;
}

}  // namespace

InPlaceResult::InPlaceResult(UnarySession& session,
                             const InPlaceAttempt& attempt,
                             InterceptorBatchMethods& batch, bool cancelled)
    : session_(session),
      attempt_(attempt),
      cancelled_(cancelled),
      status_(TakeEnd(session, batch)),
      details_(session.plan(), attempt.facts(), status_, session.context()),
      ended_{attempt.facts(), session.outcome(), details_} {
  if (ended_.outcome.code != absl::StatusCode::kOk) {
    session.plan().channel->recent_connection().Forget();
  }
  session.report_writer().OnResponse(ended_);
  NoteAnswer();
}

void InPlaceResult::NoteAnswer() const {
  LateChecks& late = session_.running().late();
  if (!late.on() || !attempt_.started_connected() || cancelled_ ||
      !session_.ledger().HasFinalResult(ended_)) {
    return;
  }
  const uint64_t lane =
      attempt_.queue().has_value() ? *attempt_.queue() : ThreadLane();
  late.OnAnswer(ended_.facts, status_.ok(), session_.ended_at(), lane);
}

bool InPlaceResult::LeavesToOthers() {
  RunningAttempts& running = session_.running();
  if (running.empty() || session_.ledger().EndsCall(ended_)) return false;
  running.late().Stop(ended_.facts);
  session_.ledger().OnHedgedAttemptEnd(ended_);
  session_.report_writer().OnAttemptEnd(ended_.facts, session_.ended_at(),
                                        ended_.outcome, nullptr);
  return true;
}

Decision InPlaceResult::Decide() {
  const Decision decision = DecideWithLedger();
  CallReportWriter& report_writer = session_.report_writer();
  const MonotonicTime ended_at = session_.ended_at();
  if (cancelled_ && ended_.outcome.code == absl::StatusCode::kCancelled) {
    report_writer.OnAttemptDiscarded(ended_.facts, ended_at);
  } else {
    report_writer.OnAttemptEnd(ended_.facts, ended_at, ended_.outcome,
                               &decision);
  }
  return decision;
}

Decision InPlaceResult::DecideWithLedger() const {
  CallLedger& ledger = session_.ledger();
  const bool failed = ended_.outcome.code != absl::StatusCode::kOk;
  const bool others_run = !session_.running().empty();
  session_.running().DiscardAll(session_.ended_at());
  if (cancelled_ && failed) {
    if (ended_.outcome.code == absl::StatusCode::kCancelled) {
      ledger.OnAttemptDiscarded(ended_.facts);
    } else {
      ledger.OnFatalEnd(ended_, /*others_run=*/false);
    }
    return ledger.OnCancel(/*attempt_is_running=*/false);
  }
  return others_run && failed ? ledger.OnFatalEnd(ended_, others_run)
                              : ledger.OnAttemptEnd(ended_);
}

}  // namespace baton::rpc
