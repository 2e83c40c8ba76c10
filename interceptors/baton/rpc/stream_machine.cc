// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream_machine.h"

#include <utility>

#include "baton/rpc/error_text.h"
#include "baton/rpc/real_clock.h"

namespace baton::rpc {

StreamMachine::StreamMachine(CapturedCall&& captured,
                             grpc::internal::RpcMethod::RpcType type,
                             StreamDriver& driver)
    : driver_(driver),
      books_(std::move(captured), type),
      wait_(books_.captured()),
      writer_(books_.plan(), driver.buffers()) {}

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
  Advance(effects);
}

void StreamMachine::OnStarted(const std::shared_ptr<StreamAttempt>& attempt,
                              StreamEffects& effects) {
  if (attempt != running_) return;
  starting_ = false;
  Pump(effects);
}

void StreamMachine::OnAbandon(StreamEffects& effects) {
  writer_.Drop();
  reader_.Drop();
  CancelWith(Cancelled(), effects);
  // Attempts keep the call, so one of them must let go.
  winner_ = nullptr;
}

void StreamMachine::OnParentEnd(StreamEffects& effects) {
  // An attempt that runs is told by gRPC.
  if (state_ == State::kRunning) return;
  CancelWith(books_.IsLate() ? DeadlineExceeded() : Cancelled(), effects);
}

void StreamMachine::OnTimer(StreamEffects& effects) {
  const core::MonotonicTime now = RealClock().Now();
  if (now < timer_due_) return;  // It came all the same.
  SetTimer(core::MonotonicTime::InfiniteFuture());
  if (state_ == State::kIdle) {
    Begin(effects);
  } else if (state_ == State::kWaiting) {
    HandleEndOfWait(now, effects);
  } else if (state_ == State::kRunning) {
    HandleLate(now, effects);
  }
}

void StreamMachine::OnEvent(const std::shared_ptr<StreamAttempt>& attempt,
                            StreamEvent event, bool ok,
                            StreamEffects& effects) {
  if (attempt != running_) return;
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
      reader_.OnRead(ok, running_->message);
      if (ok) Commit(core::Commitment::kCommitted);
      break;
    case StreamEvent::kEnded:
      end_came_ = true;
      break;
  }
  Advance(effects);
}

void StreamMachine::HandleMetadata(StreamEffects& effects) {
  SetTimer(books_.OverdueAt());
  effects.attempt = running_;
  effects.settle = reader_.WantsMetadata() && !committed() &&
                   running_->context.GetServerInitialMetadata().empty();
  reader_.OnMetadata(/*settled=*/!effects.settle);
}

void StreamMachine::Advance(StreamEffects& effects) {
  // Before the books are closed, so that they say what the application gets.
  const grpc::Status read =
      reader_.GiveMessage(books_.plan().channel->options().codec);
  if (!read.ok() && state_ == State::kRunning) {
    GiveUp(read, books_.OnUnreadable(*running_, read), effects);
  } else if (state_ == State::kRunning && end_came_ && reader_.has_metadata() &&
             !reader_.reads() && !reader_.has_message()) {
    HandleEnd(effects);
  } else {
    Pump(effects);
  }
}

void StreamMachine::Begin(StreamEffects& effects) {
  if (!books_.IsLate()) return StartAttempt(effects);
  Finish(DeadlineExceeded(), core::Decision::Stop(core::StopReason::kDeadline),
         effects);
}

void StreamMachine::StartAttempt(StreamEffects& effects) {
  wait_.Stop();
  unconnected_ = nullptr;
  running_ = books_.MakeAttempt(host_.owner.lock());
  // The application is gone, which is what comes next.
  if (running_ == nullptr) return;
  state_ = State::kRunning;
  end_came_ = false;
  starting_ = true;
  effects.start = running_;
  // What came with the beginning of the call cannot be made to wait.
  if (writer_.HasPending() && !writer_.holds()) {
    Commit(core::Commitment::kBufferFull);
    writer_.TakePending();
  }
  effects.start_corked = writer_.HasNext();
  writer_.OnStarted(effects.start_corked);
  SetTimer(MayBeLate() ? books_.LateAt(*running_, running_->facts.started_at)
                       : books_.OverdueAt());
}

void StreamMachine::HandleEnd(StreamEffects& effects) {
  const core::Decision decision = books_.OnAttemptEnd(*running_);
  if (decision.retry) return RetryAfter(decision, effects);
  if (!committed()) winner_ = running_;
  winner_ended_ = true;
  Finish(winner_->status, decision, effects);
}

void StreamMachine::HandleLate(core::MonotonicTime now,
                               StreamEffects& effects) {
  if (now >= books_.OverdueAt()) {
    // gRPC itself ends an attempt at its deadline. An interceptor below us that
    // serves it in gRPC's place may not.
    GiveUp(DeadlineExceeded(), books_.OnOverdue(*running_), effects);
    return;
  }
  const core::Decision decision = books_.OnLate(*running_);
  // Without permission for another attempt this one is the best there is.
  if (!decision.retry) {
    SetTimer(books_.OverdueAt());
    return;
  }
  effects.cancel = running_;
  RetryAfter(decision, effects);
}

void StreamMachine::HandleEndOfWait(core::MonotonicTime now,
                                    StreamEffects& effects) {
  switch (wait_.OnTime(now, books_.IsInTime(now))) {
    case CallWait::End::kStart:
      StartAttempt(effects);
      break;
    case CallWait::End::kGoesOn:
      SetTimer(wait_.until());
      wait_.AwaitConnection(host_.on_connected);
      break;
    case CallWait::End::kTooLate:
      Finish(DeadlineExceeded(), books_.OnTooLate(), effects);
      break;
    case CallWait::End::kNoConnection:
      winner_ = unconnected_;
      winner_ended_ = true;
      Finish(winner_->status, books_.OnNoConnection(), effects);
      break;
  }
}

void StreamMachine::RetryAfter(const core::Decision& decision,
                               StreamEffects& effects) {
  state_ = State::kWaiting;
  wait_.Begin(decision, books_.channel());
  if (wait_.is_for_connection()) unconnected_ = running_;
  running_ = nullptr;
  starting_ = false;
  writer_.Rewind();
  reader_.Rewind();
  SetTimer(RealClock().Now() + decision.delay);
  wait_.WatchParent(host_.on_parent_end);
  writer_.AnswerIfTaken(effects);
}

void StreamMachine::CancelWith(const grpc::Status& status,
                               StreamEffects& effects) {
  if (state_ == State::kFinished) return;
  const core::Decision decision = books_.OnCancel(running_ != nullptr);
  if (state_ == State::kWaiting) books_.DropNext();
  GiveUp(status, decision, effects);
}

void StreamMachine::GiveUp(const grpc::Status& status,
                           const core::Decision& decision,
                           StreamEffects& effects) {
  winner_ended_ = running_ != nullptr && end_came_;
  effects.cancel = running_;
  reader_.DropMessages();
  Finish(status, decision, effects);
}

void StreamMachine::TakePending() {
  if (!writer_.HasPending()) return;
  bool taken = writer_.TakePending();
  if (!taken && state_ == State::kRunning && !starting_ && !writer_.HasNext()) {
    Commit(core::Commitment::kBufferFull);
    taken = writer_.TakePending();
  }
  // From now on it is the server that takes its time.
  if (taken && state_ == State::kRunning && MayBeLate()) {
    SetTimer(books_.LateAt(*running_, RealClock().Now()));
  }
}

void StreamMachine::Commit(core::Commitment commitment) {
  if (committed()) return;
  SetTimer(books_.OverdueAt());
  winner_ = running_;
  if (!starting_) books_.SetWinner(*winner_);
  books_.Commit(commitment);
  writer_.StopKeeping();
}

void StreamMachine::Finish(grpc::Status status, const core::Decision& decision,
                           StreamEffects& effects) {
  state_ = State::kFinished;
  wait_.Stop();
  running_ = unconnected_ = nullptr;
  SetTimer(core::MonotonicTime::InfiniteFuture());
  writer_.StopKeeping();
  if (winner_ != nullptr && !starting_) books_.SetWinner(*winner_);
  status_ = books_.OnCallEnd(std::move(status), decision);
  writer_.Fail(effects);
  AnswerReceives(effects);
}

void StreamMachine::Pump(StreamEffects& effects) {
  if (state_ == State::kRunning && !starting_) {
    PumpAttempt(effects);
  } else if (state_ == State::kWaiting) {
    writer_.AnswerIfTaken(effects);
  }
  AnswerReceives(effects);
}

void StreamMachine::PumpAttempt(StreamEffects& effects) {
  effects.attempt = running_;
  TakePending();
  writer_.Pump(effects);
  // What broke it may be an answer, or a reason to try again.
  reader_.Pump(/*probes=*/writer_.broken() && !committed(),
               /*ahead=*/committed() && driver_.buffers(), effects);
  writer_.AnswerIfDone(committed(), effects);
  if (reader_.WantsMetadata() && reader_.has_metadata() &&
      !running_->context.GetServerInitialMetadata().empty()) {
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
