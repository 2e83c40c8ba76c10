// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_machine.h"

#include <utility>

#include "baton/rpc/call/error_text.h"

namespace baton::rpc {

StreamMachine::StreamMachine(CapturedCall&& captured,
                             grpc::internal::RpcMethod::RpcType type,
                             StreamDriver& driver)
    : driver_(driver),
      session_(std::move(captured), type),
      may_hedge_(session_.plan().MayHedge()),
      wait_(session_.captured()),
      writer_(session_.plan(), driver.buffers()),
      attempts_(reader_, writer_),
      idleness_(session_.plan().policy->stream.idle_timeout) {}

void StreamMachine::OnSend(StreamSending&& sending,
                           InterceptorBatchMethods* batch,
                           StreamEffects& effects) {
  const bool begins = sending.metadata.has_value();
  if (begins) session_.SetMetadata(*std::move(sending.metadata));
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
  if (state_ == State::kIdle && wish.status) WatchIdle();
  if (reader_.WantsMetadata()) attempts_.MakeCurrentWithMetadata();
  if (idleness_.on() && state_ == State::kRunning) {
    const bool for_end = wish.status && !wish.message;
    idleness_.OnWait(Now(), for_end && (committed() || !MayHaveOthers()));
    LookWhenDue();
  }
  Advance(effects);
}

void StreamMachine::OnStarted(const std::shared_ptr<StreamAttempt>& attempt,
                              StreamEffects& effects) {
  if (!attempts_.MakeCurrent(attempt)) return;
  attempts_.OnStarted();
  Pump(effects);
}

void StreamMachine::OnAbandon(StreamEffects& effects) {
  writer_.Drop();
  reader_.Drop();
  CancelWith(Cancelled(), effects);
  // Attempts keep the call, so one of them must let go.
  winner_ = nullptr;
  in_place_.attempt = nullptr;
}

void StreamMachine::OnTimer(StreamEffects& effects) {
  const MonotonicTime now = Now();
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
  // The server may have read a message, although its call has ended since.
  if (state_ == State::kFinished && attempt == winner_ &&
      event == StreamEvent::kWritten) {
    return writer_.OnLastWritten(ok, effects);
  }
  // If it was given up, nobody waits for it.
  if (!attempts_.MakeCurrent(attempt)) return;
  switch (event) {
    case StreamEvent::kWritten:
      writer_.OnWritten(ok);
      break;
    case StreamEvent::kMetadata:
      // The first answer, unless the attempt has ended without one.
      HandleMetadata(ok, effects);
      break;
    case StreamEvent::kHeaders:
      reader_.OnMetadata(/*final_metadata=*/true);
      break;
    case StreamEvent::kRead:
      reader_.OnRead(ok, attempt->message);
      if (ok) HandleMessage();
      break;
    case StreamEvent::kEnded:
      attempts_.OnEnd();
      if (attempt->in_place()) TakeOver();
      break;
  }
  if (attempt->has_own_headers()) reader_.OnMetadata(/*final_metadata=*/true);
  Advance(effects);
}

void StreamMachine::HandleMetadata(bool ok, StreamEffects& effects) {
  StreamAttempt& attempt = *attempts_.attempt();
  if (!ok || attempt.IsTrailersOnly()) AwaitEnd(effects);
  attempt.awaited_since = MonotonicTime::InfiniteFuture();
  NoteResponse();
  LookWhenDue();
  effects.attempt = attempts_.attempt();
  effects.await_headers = reader_.WantsMetadata() && !committed() &&
                          attempt.context.GetServerInitialMetadata().empty();
  reader_.OnMetadata(/*final_metadata=*/!effects.await_headers);
}

void StreamMachine::HandleMessage() {
  session_.OnResponse(*attempts_.attempt());
  NoteResponse();
  Commit(core::Commitment::kCommitted);
  session_.OnMessage(*attempts_.attempt());
}

void StreamMachine::Advance(StreamEffects& effects) {
  // Before the books are closed, so that they say what the application gets.
  const grpc::Status read = reader_.GiveMessage();
  if (!read.ok() && state_ == State::kRunning) {
    Abort(read, session_.OnUnreadable(*attempts_.attempt(), read), effects);
  } else if (state_ == State::kRunning && AttemptIsOver()) {
    HandleEnd(effects);
  } else {
    Pump(effects);
  }
}

void StreamMachine::Begin(StreamEffects& effects) {
  if (!session_.IsPastDeadline()) return StartAttempt(effects);
  Finish(DeadlineExceeded(), Decision::Stop(StopReason::kNotEnoughTime),
         effects);
}

void StreamMachine::StartAttempt(StreamEffects& effects) {
  wait_.Stop();
  failed_ = nullptr;
  effects.start = session_.MakeAttempt(host_.owner.lock());
  if (effects.start == nullptr) {
    // The application is gone, which is what comes next.
    if (state_ == State::kRunning) session_.CancelNext();
    SetTimer(MonotonicTime::InfiniteFuture());
    return;
  }
  state_ = State::kRunning;
  attempts_.Add(effects.start);
  idleness_.Restart();
  // What came with the beginning of the call cannot be made to wait.
  if (writer_.HasPending() && !writer_.holds()) {
    Commit(core::Commitment::kBufferFull);
    writer_.TakePending();
  }
  effects.start_corked = writer_.HasNext();
  writer_.OnStarted(effects.start_corked);
  if (!AwaitsResponse()) {
    effects.start->awaited_since = MonotonicTime::InfiniteFuture();
  }
  LookWhenDue();
}

void StreamMachine::HandleEnd(StreamEffects& effects) {
  if (cancelled_) return HandleEndAfterCancel(effects);
  const std::shared_ptr<StreamAttempt> attempt = attempts_.attempt();
  Decision decision;
  switch (session_.OnAttemptEnd(*attempt, decision)) {
    case RunningAttempts::Next::kSendHedge:
      attempts_.RemoveCurrent();
      return StartAttempt(effects);
    case RunningAttempts::Next::kOthersRun:
      attempts_.RemoveCurrent();
      return LookWhenDue();
    case RunningAttempts::Next::kDecided:
      break;
  }
  if (decision.retry) return RetryAfter(decision, effects);
  if (!committed()) winner_ = attempt;
  winner_ended_ = true;
  Finish(winner_->status, decision, effects);
}

void StreamMachine::TakePending() {
  if (!writer_.HasPending()) return;
  bool taken = writer_.TakePending();
  if (!taken && state_ == State::kRunning && !attempts_.starting() &&
      !writer_.HasNext()) {
    Commit(core::Commitment::kBufferFull);
    taken = writer_.TakePending();
  }
  // From now on it is the server that takes its time.
  if (taken && state_ == State::kRunning && AwaitsResponse()) {
    attempts_.attempt()->awaited_since = Now();
    LookWhenDue();
  }
}

void StreamMachine::Commit(core::Commitment commitment) {
  if (committed()) return;
  winner_ = attempts_.attempt();
  attempts_.DiscardOthers();
  session_.Commit(commitment, *winner_);
  writer_.StopKeeping();
  if (winner_->in_place()) {
    in_place_.Pass();
  } else {
    TakeOver();
  }
  LookWhenDue();
}

void StreamMachine::Finish(grpc::Status status, const Decision& decision,
                           StreamEffects& effects) {
  state_ = State::kFinished;
  in_place_.Pass();
  wait_.Stop();
  attempts_.Clear();
  failed_ = nullptr;
  SetTimer(MonotonicTime::InfiniteFuture());
  writer_.StopKeeping();
  if (winner_ != nullptr) session_.SetWinner(*winner_);
  status_ = session_.OnCallEnd(std::move(status), decision);
  if (winner_ended_ && winner_ != nullptr) {
    writer_.FailUnlessSending(effects);
  } else {
    writer_.Fail(effects);
  }
  CompleteReceives(effects);
}

void StreamMachine::Pump(StreamEffects& effects) {
  if (state_ == State::kRunning && !attempts_.starting()) {
    PumpAttempt(effects);
  } else if (state_ == State::kWaiting) {
    writer_.CompleteIfTaken(effects);
  }
  CompleteReceives(effects);
}

void StreamMachine::PumpAttempt(StreamEffects& effects) {
  effects.attempt = attempts_.attempt();
  if (effects.attempt->in_place()) return PumpInPlace(effects);
  TakePending();
  writer_.Pump(effects);
  // What broke it may be an answer, or a reason to try again. Of copies, the
  // first that answers counts, whenever the application looks.
  reader_.Pump(/*probes=*/(writer_.broken() || MayHaveOthers()) && !committed(),
               /*ahead=*/committed() && driver_.buffers(), effects);
  // Before that, gRPC keeps messages that are unread when the connection
  // breaks.
  if (reader_.WantsStatus() || reader_.at_end()) AwaitEnd(effects);
  writer_.CompleteIfDone(committed(), effects);
  if (reader_.WantsMetadata() && reader_.has_metadata() &&
      !effects.attempt->context.GetServerInitialMetadata().empty()) {
    Commit(core::Commitment::kCommitted);
  }
}

void StreamMachine::AwaitEnd(StreamEffects& effects) {
  effects.attempt = attempts_.attempt();
  effects.await_end |= attempts_.AwaitEnd();
}

bool StreamMachine::AttemptIsOver() const {
  // A failure does not wait for the application to read what came before it.
  return attempts_.ended() && !reader_.reads() &&
         (InPlaceRuns() ? !in_place_.reads : reader_.has_metadata()) &&
         (!reader_.has_message() || !attempts_.attempt()->status.ok());
}

void StreamMachine::CompleteReceives(StreamEffects& effects) {
  reader_.Complete(state_ == State::kFinished, effects);
  // What is still on its way must not be looked at.
  if (reader_.has_metadata()) effects.metadata_from = winner_.get();
  if (winner_ended_) effects.trailers_from = winner_.get();
}

}  // namespace baton::rpc
