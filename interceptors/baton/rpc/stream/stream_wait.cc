// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What StreamMachine does between two attempts, and when a timer fires or one
// falls silent.

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "baton/rpc/call/error_text.h"
#include "baton/rpc/stream/stream_machine.h"

namespace baton::rpc {

void StreamMachine::HandleEndOfWait(MonotonicTime now, StreamEffects& effects) {
  switch (wait_.OnTime(now, session_.IsInTime(now))) {
    case CallWait::End::kStart:
      StartAttempt(effects);
      break;
    case CallWait::End::kKeepWaiting:
      SetTimer(wait_.until());
      wait_.AwaitConnection(host_.on_connected);
      break;
    case CallWait::End::kNoTime:
      Finish(DeadlineExceeded(), session_.OnNotEnoughTime(), effects);
      break;
    case CallWait::End::kNoConnection:
      assert(failed_ != nullptr);
      FinishWithFailed(session_.OnNoConnection(), effects);
      break;
    case CallWait::End::kRetriesStopped:
      OnRetryStop(effects);
      break;
  }
}

void StreamMachine::RetryAfter(const Decision& decision,
                               StreamEffects& effects) {
  state_ = State::kWaiting;
  wait_.Begin(decision, session_.channel());
  if (attempts_.ended()) failed_ = attempts_.attempt();
  attempts_.Clear();
  writer_.Rewind();
  reader_.Rewind();
  SetTimer(Now() + decision.delay);
  wait_.WatchParent(host_.on_parent_end);
  wait_.WatchRetryStop(host_.on_retry_stop);
  writer_.CompleteIfTaken(effects);
}

void StreamMachine::HandleDue(MonotonicTime now, StreamEffects& effects) {
  if (cancelled_) {
    if (!attempts_.ended()) CancelWith(Cancelled(), effects);
    return;
  }
  if (InPlaceRuns()) return HandleDueInPlace(now, effects);
  const RunningAttempts::Due due = session_.running().WhatIsDue(now);
  if (due == RunningAttempts::Due::kCallDeadline && attempts_.HasInPlace()) {
    // The batches of the application's own call may have an answer.
    if (CutsDeadline(session_.plan())) in_place_.attempt->EndAtDeadline();
    return SetTimer(MonotonicTime::InfiniteFuture());
  }
  if (due == RunningAttempts::Due::kCallDeadline) {
    Abort(DeadlineExceeded(), session_.running().OnCallDeadline(now), effects);
    return;
  }
  // Until the call is settled, other copies may bring what this one does not.
  const bool reads = reader_.AwaitsMessage(/*all_sent=*/writer_.closed()) &&
                     (committed() || !MayHaveOthers());
  if (idleness_.Look(now, reads)) return HandleIdle(effects);
  if (due == RunningAttempts::Due::kHedge && session_.AdmitHedge(now)) {
    return StartAttempt(effects);
  }
  if (due == RunningAttempts::Due::kLate && session_.AdmitSecond(now)) {
    return StartAttempt(effects);
  }
  if (due == RunningAttempts::Due::kAttemptTimeout) {
    const std::optional<Decision> decision = session_.OnAttemptTimeout(now);
    if (decision.has_value()) return RetryAfter(*decision, effects);
  }
  LookWhenDue();
}

void StreamMachine::SetTimer(MonotonicTime at) {
  if (timer_due_ != at) driver_.SetTimer(timer_due_ = at);
}

// Does the call wait for the server, and not for the client?
bool StreamMachine::AwaitsResponse() const {
  return writer_.closed() && !committed() && !reader_.has_metadata();
}

void StreamMachine::LookWhenDue() {
  if (cancelled_) return;
  if (InPlaceRuns()) return LookWhenDueInPlace();
  SetTimer(std::min(session_.running().LookAt(), idleness_.LookAt()));
}

void StreamMachine::NoteResponse() {
  if (!idleness_.on()) return;
  idleness_.OnResponse(Now());
  LookWhenDue();
}

void StreamMachine::HandleIdle(StreamEffects& effects) {
  const Decision decision = session_.OnIdle(*attempts_.attempt());
  if (decision.retry) return RetryAfter(decision, effects);
  Abort(Idle(idleness_.limit()), decision, effects);
}

void StreamMachine::OnConnected() {
  // The attempt is made where the call makes its attempts.
  if (wait_.is_for_connection()) SetTimer(Now());
}

void StreamMachine::OnRetryStop(StreamEffects& effects) {
  if (state_ == State::kWaiting) {
    FinishWithFailed(session_.OnRetriesStopped(), effects);
  }
}

void StreamMachine::FinishWithFailed(const Decision& decision,
                                     StreamEffects& effects) {
  if (failed_ == nullptr) return Finish(DeadlineExceeded(), decision, effects);
  winner_ = std::move(failed_);
  winner_ended_ = true;
  Finish(winner_->status, decision, effects);
}

void StreamMachine::OnParentEnd(StreamEffects& effects) {
  // An attempt that runs is told by gRPC.
  if (state_ == State::kRunning) return;
  CancelWith(session_.IsPastDeadline() ? DeadlineExceeded() : Cancelled(),
             effects);
}

}  // namespace baton::rpc
