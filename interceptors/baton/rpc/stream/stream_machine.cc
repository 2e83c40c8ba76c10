// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_machine.h"

#include <utility>

#include "baton/real_clock.h"
#include "baton/rpc/call/error_text.h"

namespace baton::rpc {

StreamMachine::StreamMachine(CapturedCall&& captured,
                             grpc::internal::RpcMethod::RpcType type,
                             StreamDriver& driver)
    : driver_(driver),
      books_(std::move(captured), type),
      may_hedge_(books_.plan().MayHedge()),
      wait_(books_.captured()),
      writer_(books_.plan(), driver.buffers()),
      copies_(reader_, writer_),
      idleness_(books_.plan().policy->stream.idle_timeout) {}

void StreamMachine::OnSend(StreamSending&& sending,
                           InterceptorBatchMethods* batch,
                           StreamEffects& effects) {
  const bool begins = sending.metadata.has_value();
  if (begins) books_.SetMetadata(*std::move(sending.metadata));
  writer_.Hold(batch, std::move(sending));
  if (state_ == State::kFinished) {
    writer_.Fail(effects);
    return;
  }
  TakePending();
  if (begins) Begin(effects);
  if (state_ == State::kIdle) wait_.WatchParent(host_.on_parent_end);
  Pump(effects);
}

void StreamMachine::OnReceive(StreamWish wish, InterceptorBatchMethods* batch,
                              StreamEffects& effects) {
  reader_.Hold(batch, wish);
  if (reader_.WantsMetadata()) copies_.TakeOneWithMetadata();
  if (idleness_.on() && state_ == State::kRunning) {
    const bool for_end = wish.status && !wish.message;
    idleness_.OnWait(RealClock().Now(),
                     for_end && (committed() || !may_hedge_));
    LookWhenDue();
  }
  Advance(effects);
}

void StreamMachine::OnStarted(const std::shared_ptr<StreamAttempt>& attempt,
                              StreamEffects& effects) {
  if (!copies_.Take(attempt)) return;
  copies_.OnStarted();
  Pump(effects);
}

void StreamMachine::OnAbandon(StreamEffects& effects) {
  writer_.Drop();
  reader_.Drop();
  CancelWith(Cancelled(), effects);
  // Attempts keep the call, so one of them must let go.
  winner_ = nullptr;
}

void StreamMachine::OnTimer(StreamEffects& effects) {
  const MonotonicTime now = RealClock().Now();
  if (now < timer_due_) return;  // It came all the same.
  SetTimer(MonotonicTime::InfiniteFuture());
  if (state_ == State::kIdle) {
    Begin(effects);
  } else if (state_ == State::kWaiting) {
    HandleEndOfWait(now, effects);
  } else if (state_ == State::kRunning) {
    HandleDue(now, effects);
  }
}

void StreamMachine::OnEvent(const std::shared_ptr<StreamAttempt>& attempt,
                            StreamEvent event, bool ok,
                            StreamEffects& effects) {
  // If it was given up, nobody waits for it.
  if (!copies_.Take(attempt)) return;
  switch (event) {
    case StreamEvent::kWritten:
      writer_.OnWritten(ok);
      break;
    case StreamEvent::kMetadata:
      // The first answer, unless the attempt has ended without one.
      HandleMetadata(effects);
      break;
    case StreamEvent::kSettled:
      reader_.OnMetadata(/*settled=*/true);
      break;
    case StreamEvent::kRead:
      reader_.OnRead(ok, attempt->message);
      if (ok) HandleMessage();
      break;
    case StreamEvent::kEnded:
      copies_.OnEnd();
      break;
  }
  Advance(effects);
}

void StreamMachine::HandleMetadata(StreamEffects& effects) {
  StreamAttempt& attempt = *copies_.attempt();
  attempt.awaited_since = MonotonicTime::InfiniteFuture();
  NoteAnswer();
  LookWhenDue();
  effects.attempt = copies_.attempt();
  effects.settle = reader_.WantsMetadata() && !committed() &&
                   attempt.context.GetServerInitialMetadata().empty();
  reader_.OnMetadata(/*settled=*/!effects.settle);
}

void StreamMachine::HandleMessage() {
  books_.OnAnswer(*copies_.attempt());
  NoteAnswer();
  Commit(core::Commitment::kCommitted);
}

void StreamMachine::Advance(StreamEffects& effects) {
  // Before the books are closed, so that they say what the application gets.
  const grpc::Status read =
      reader_.GiveMessage(books_.plan().channel->options().codec);
  if (!read.ok() && state_ == State::kRunning) {
    GiveUp(read, books_.OnUnreadable(*copies_.attempt(), read), effects);
  } else if (state_ == State::kRunning && copies_.ended() &&
             reader_.has_metadata() && !reader_.reads() &&
             !reader_.has_message()) {
    HandleEnd(effects);
  } else {
    Pump(effects);
  }
}

void StreamMachine::Begin(StreamEffects& effects) {
  if (!books_.IsLate()) return StartAttempt(effects);
  Finish(DeadlineExceeded(), Decision::Stop(StopReason::kDeadline), effects);
}

void StreamMachine::StartAttempt(StreamEffects& effects) {
  wait_.Stop();
  unconnected_ = nullptr;
  effects.start = books_.MakeAttempt(host_.owner.lock());
  if (effects.start == nullptr) {
    // The application is gone, which is what comes next.
    if (state_ == State::kRunning) books_.DropNext();
    SetTimer(MonotonicTime::InfiniteFuture());
    return;
  }
  state_ = State::kRunning;
  copies_.Add(effects.start);
  idleness_.Restart();
  // What came with the beginning of the call cannot be made to wait.
  if (writer_.HasPending() && !writer_.holds()) {
    Commit(core::Commitment::kBufferFull);
    writer_.TakePending();
  }
  effects.start_corked = writer_.HasNext();
  writer_.OnStarted(effects.start_corked);
  if (!AwaitsAnswer()) {
    effects.start->awaited_since = MonotonicTime::InfiniteFuture();
  }
  LookWhenDue();
}

void StreamMachine::HandleEnd(StreamEffects& effects) {
  const std::shared_ptr<StreamAttempt> attempt = copies_.attempt();
  Decision decision;
  switch (books_.OnAttemptEnd(*attempt, decision)) {
    case RunningAttempts::Next::kSendCopy:
      copies_.Drop();
      return StartAttempt(effects);
    case RunningAttempts::Next::kGoOn:
      copies_.Drop();
      return LookWhenDue();
    case RunningAttempts::Next::kDecided:
      break;
  }
  if (decision.retry) return RetryAfter(decision, effects);
  if (!committed()) winner_ = attempt;
  winner_ended_ = true;
  Finish(winner_->status, decision, effects);
}

void StreamMachine::HandleDue(MonotonicTime now, StreamEffects& effects) {
  const RunningAttempts::Due due = books_.running().WhatIsDue(now);
  if (due == RunningAttempts::Due::kOverdue) {
    GiveUp(DeadlineExceeded(), books_.running().OnOverdue(now), effects);
    return;
  }
  // Until the call is settled, other copies may bring what this one does not.
  const bool reads = reader_.AwaitsMessage(/*all_sent=*/writer_.closed()) &&
                     (committed() || !may_hedge_);
  if (idleness_.Look(now, reads)) return HandleIdle(effects);
  if (due == RunningAttempts::Due::kHedge && books_.running().AdmitHedge(now)) {
    return StartAttempt(effects);
  }
  if (due == RunningAttempts::Due::kLate) {
    const Decision decision = books_.OnLate(now);
    if (decision.retry) return RetryAfter(decision, effects);
  }
  LookWhenDue();
}

void StreamMachine::CancelWith(const grpc::Status& status,
                               StreamEffects& effects) {
  if (state_ == State::kFinished) return;
  const Decision decision = books_.OnCancel();
  if (state_ == State::kWaiting) books_.DropNext();
  GiveUp(status, decision, effects);
}

void StreamMachine::GiveUp(const grpc::Status& status, const Decision& decision,
                           StreamEffects& effects) {
  winner_ended_ = copies_.ended();
  books_.running().GiveUp(RealClock().Now());
  reader_.DropMessages();
  Finish(status, decision, effects);
}

void StreamMachine::TakePending() {
  if (!writer_.HasPending()) return;
  bool taken = writer_.TakePending();
  if (!taken && state_ == State::kRunning && !copies_.starting() &&
      !writer_.HasNext()) {
    Commit(core::Commitment::kBufferFull);
    taken = writer_.TakePending();
  }
  // From now on it is the server that takes its time.
  if (taken && state_ == State::kRunning && AwaitsAnswer()) {
    copies_.attempt()->awaited_since = RealClock().Now();
    LookWhenDue();
  }
}

void StreamMachine::Commit(core::Commitment commitment) {
  if (committed()) return;
  winner_ = copies_.attempt();
  copies_.DropOthers();
  books_.Commit(commitment, *winner_);
  writer_.StopKeeping();
  LookWhenDue();
}

void StreamMachine::Finish(grpc::Status status, const Decision& decision,
                           StreamEffects& effects) {
  state_ = State::kFinished;
  wait_.Stop();
  copies_.Clear();
  unconnected_ = nullptr;
  SetTimer(MonotonicTime::InfiniteFuture());
  writer_.StopKeeping();
  if (winner_ != nullptr) books_.SetWinner(*winner_);
  status_ = books_.OnCallEnd(std::move(status), decision);
  writer_.Fail(effects);
  AnswerReceives(effects);
}

void StreamMachine::Pump(StreamEffects& effects) {
  if (state_ == State::kRunning && !copies_.starting()) {
    PumpAttempt(effects);
  } else if (state_ == State::kWaiting) {
    writer_.AnswerIfTaken(effects);
  }
  AnswerReceives(effects);
}

void StreamMachine::PumpAttempt(StreamEffects& effects) {
  effects.attempt = copies_.attempt();
  TakePending();
  writer_.Pump(effects);
  // What broke it may be an answer, or a reason to try again. Of copies, the
  // first that answers counts, whenever the application looks.
  reader_.Pump(/*probes=*/(writer_.broken() || may_hedge_) && !committed(),
               /*ahead=*/committed() && driver_.buffers(), effects);
  writer_.AnswerIfDone(committed(), effects);
  if (reader_.WantsMetadata() && reader_.has_metadata() &&
      !effects.attempt->context.GetServerInitialMetadata().empty()) {
    Commit(core::Commitment::kCommitted);
  }
}

void StreamMachine::AnswerReceives(StreamEffects& effects) {
  reader_.Answer(state_ == State::kFinished, effects);
  // What is still on its way must not be looked at.
  if (reader_.has_metadata()) effects.metadata_from = winner_.get();
  if (winner_ended_) effects.trailers_from = winner_.get();
}

}  // namespace baton::rpc
