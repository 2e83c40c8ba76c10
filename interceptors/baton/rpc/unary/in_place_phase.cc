// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/in_place_phase.h"

#include <utility>

#include "baton/core/wire/retry_budget_codec.h"
#include "baton/rpc/call/budget_metadata.h"
#include "baton/rpc/call/call_route.h"
#include "baton/rpc/call/channel_selection.h"
#include "baton/rpc/call/running/late_checks.h"
#include "baton/rpc/grpc/application_metadata.h"
#include "baton/rpc/unary/in_place_result.h"

namespace baton::rpc {
namespace {

using Phase = UnaryState::Phase;

// Marks the end of an attempt that Baton has cancelled after its timeout.
constexpr char kTimedOut[] = "the per-attempt timeout has expired";

}  // namespace

void InPlacePhase::Emplace(InterceptorBatchMethods& batch, void* message,
                           const AttemptFacts& facts) {
  state_.phase = Phase::kInPlace;
  UnarySession& session = state_.session;
  session.running().SetInPlace(true);
  state_.in_place.emplace(batch, message, session.context().c_call(), facts,
                          /*is_sync=*/!state_.driver->StartsOnAnyThread(),
                          session.plan().runtime());
  state_.request.OnAttemptStarted();
}

void InPlacePhase::Start(InterceptorBatchMethods& batch) {
  UnarySession& session = state_.session;
  NoteConnection(session.captured());
  AttemptFacts facts = session.ledger().StartAttempt();
  const MonotonicTime times_out_at =
      session.ledger().TimesOutAt(facts.started_at);
  LateChecks& late = session.running().late();
  const bool is_watched =
      late.on() || times_out_at != MonotonicTime::InfiniteFuture();
  const bool is_connected =
      is_watched &&
      WasConnectedLately(session.plan(), session.context(), facts.started_at);
  late.Watch(session.ledger().AttemptsLeft(), facts, is_connected);
  Emplace(batch, batch.GetRecvMessage(), facts);
  state_.in_place->SetTimeout(times_out_at);
  state_.in_place->SetConnected(is_connected);
  WriteMetadata(batch);
  times_.LookWhenDue();
}

void InPlacePhase::WriteMetadata(InterceptorBatchMethods& batch) {
  UnarySession& session = state_.session;
  const CallPlan& plan = session.plan();
  const AttemptFacts& facts = state_.in_place->facts();
  ApplicationMetadata metadata(*batch.GetSendInitialMetadata(),
                               state_.in_place->metadata_changes());
  if (plan.IsExternal()) {
    metadata.Remove(core::kRetryBudgetKey);
  } else {
    SetBudgetMetadata(facts.header, metadata);
  }
  SetKeyMetadata(plan, metadata);
  session.report_writer().OnAttemptStart(facts, metadata);
  if (plan.own_deadline.IsNone() && !session.deadline().IsNone()) {
    metadata.SetTimeout(session.deadline().Remaining(session.Now()));
  }
}

void InPlacePhase::Resume(StartedInPlace& started) {
  UnarySession& session = state_.session;
  const AttemptFacts& facts = started.first.facts;
  session.ledger().Resume(started.first);
  session.running().late().TakeOver(*started.late);
  Emplace(*started.batch, started.message, facts);
  state_.in_place->metadata_changes() = std::move(started.changes);
  state_.in_place->SetConnected(started.late->was_connected());
  session.report_writer().NoteAttemptStart(facts);
  session.report_writer().SetLateStopReason(facts, started.late->stop_reason());
}

void InPlacePhase::OnTimer() {
  if (state_.phase != Phase::kInPlace || state_.cancelled) return;
  UnarySession& session = state_.session;
  RunningAttempts& running = session.running();
  const MonotonicTime now = session.Now();
  if (session.deadline().HasPassed(now)) {
    state_.in_place->EndWith(GRPC_STATUS_DEADLINE_EXCEEDED,
                             "Deadline Exceeded");
    return;
  }
  // The connection may have been lost just before the attempt started.
  if (!IsConnected(session.captured(), CallRoute::kPrimary)) {
    state_.in_place->SetConnected(false);
  }
  if (now >= running.late().NextAt() && AdmitSecond(now)) {
    retries_.StartAttempt();
  }
  if (running.empty() && now >= state_.in_place->times_out_at()) OnTimeout(now);
  if (state_.phase == Phase::kInPlace) times_.LookWhenDue();
}

bool InPlacePhase::AdmitSecond(MonotonicTime now) {
  UnarySession& session = state_.session;
  if (!session.running().empty()) return session.AdmitSecond(now);
  const AttemptFacts& facts = state_.in_place->facts();
  return session.running().AdmitSecond(
      facts, now, IsConnected(session.captured(), facts.fallback),
      state_.in_place->queue());
}

// A timer never declares the attempt failed, because its answer may have
// arrived already. Only the end of the batch shows what the attempt brought.
void InPlacePhase::OnTimeout(MonotonicTime now) {
  InPlaceAttempt& attempt = *state_.in_place;
  UnarySession& session = state_.session;
  if (WasStalled(attempt.times_out_at(), now)) {
    return attempt.SetTimeout(now + kLateTimerGrace);
  }
  if (!attempt.was_connected()) {
    if (IsConnected(session.captured(), CallRoute::kPrimary)) {
      attempt.SetConnectedLater();
    }
    return attempt.SetTimeout(session.ledger().TimesOutAt(now));
  }
  after_timeout_ = session.ledger().OnAttemptTimeout();
  // Without permission for another attempt this one is the best there is.
  if (!after_timeout_.retry) {
    return attempt.SetTimeout(MonotonicTime::InfiniteFuture());
  }
  state_.phase = Phase::kRecalled;
  attempt.EndWith(GRPC_STATUS_CANCELLED, kTimedOut);
}

void InPlacePhase::OnEnd(InterceptorBatchMethods* batch) {
  InPlaceAttempt& attempt = *state_.in_place;
  attempt.StopTimer();
  state_.session.running().SetInPlace(false);
  HeldBatches& batches = state_.outcome.batches();
  batches.HoldCompleted(batch, attempt.message(), attempt.received_note());
  const grpc::Status& status = *batch->GetRecvStatus();
  switch (state_.phase) {
    case Phase::kInPlace:
      return EndWith(*batch);
    case Phase::kRecalled:
      if (status.error_code() == grpc::StatusCode::CANCELLED &&
          status.error_message() == kTimedOut) {
        return RetryAfterTimeout();
      }
      // It ended before it was cancelled.
      state_.session.ledger().CancelNext();
      return EndWith(*batch);
    case Phase::kSucceeded:
      // Another attempt was faster.
      batches.DiscardCompleted();
      return ends_.OnSuccess();
    default:
      // Cancelled meanwhile, or another attempt has ended the call.
      batches.DiscardCompleted();
      state_.outcome.CompleteAll();
  }
}

void InPlacePhase::RetryAfterTimeout() {
  UnarySession& session = state_.session;
  const AttemptFacts& facts = state_.in_place->facts();
  session.SetEnd(session.ledger().ConfirmTimeout(facts, after_timeout_));
  session.report_writer().OnAttemptEnd(facts, session.ended_at(),
                                       session.outcome(), &after_timeout_);
  state_.outcome.batches().DiscardCompleted();
  retries_.RetryAfter(after_timeout_);
}

void InPlacePhase::EndWith(InterceptorBatchMethods& batch) {
  InPlaceResult result(state_.session, *state_.in_place, batch,
                       state_.cancelled);
  if (result.LeavesToOthers()) {
    state_.outcome.batches().DiscardCompleted();
    state_.phase = Phase::kRunning;
    state_.driver->OnPhase(CallDriver::Phase::kRunning);
    return times_.LookWhenDue();
  }
  const Decision decision = result.Decide();
  if (!decision.retry) {
    state_.outcome.ShowInPlace();
    return ending_.Finish(nullptr, result.status(), decision);
  }
  state_.failed = {nullptr, result.status()};
  state_.outcome.batches().DiscardCompleted();
  retries_.RetryAfter(decision);
}

}  // namespace baton::rpc
