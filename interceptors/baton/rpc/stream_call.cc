// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream_call.h"

#include <future>
#include <utility>

#include "baton/rpc/connection_watcher.h"
#include "baton/rpc/context_access.h"
#include "baton/rpc/real_clock.h"
#include "baton/rpc/stream_answer.h"

namespace baton::rpc {

StreamCall::StreamCall(CapturedCall&& captured,
                       grpc::internal::RpcMethod::RpcType type,
                       std::unique_ptr<StreamDriver> driver)
    : driver_(std::move(driver)),
      books_(std::move(captured), type),
      writer_(books_.plan()) {
  // Until something is sent, nothing else would end the call.
  SetTimer(books_.plan().deadline.deadline.time());
}

void StreamCall::Take(InterceptorBatchMethods& batch,
                      InterceptorBatchMethods* held) {
  StreamSending sending = TakeSending(batch, /*wants_metadata=*/!began_);
  const bool begins = sending.metadata.has_value();
  began_ = began_ || begins;
  Do([this, held, begins,
      sending = std::move(sending)](StreamEffects& effects) mutable {
    if (begins) books_.SetMetadata(*std::move(sending.metadata));
    writer_.Hold(held, std::move(sending));
    if (state_ == State::kFinished) {
      writer_.Fail(effects);
      return;
    }
    TakePending();
    if (begins) Begin(effects);
    if (state_ == State::kIdle) WatchParent();
    Pump(effects);
  });
}

void StreamCall::Abandon() {
  const auto abandoned = std::make_shared<std::promise<void>>();
  Do([this, abandoned](StreamEffects& effects) {
    writer_.Drop();
    reader_.Drop();
    CancelWith(Cancelled(), effects);
    // Attempts keep the call, so one of them must let go.
    winner_ = nullptr;
    abandoned->set_value();
  });
  // An attempt that another thread is about to make would use the context.
  if (runner_.load() != std::this_thread::get_id()) {
    abandoned->get_future().wait();
  }
  driver_->OnAbandoned(shared_from_this());
}

void StreamCall::OnTimer() {
  Do([this](StreamEffects& effects) {
    // It may be one that was too late to be replaced.
    if (RealClock().Now() < timer_due_) return;
    SetTimer(core::MonotonicTime::InfiniteFuture());
    if (state_ == State::kIdle) {
      Begin(effects);
    } else if (state_ == State::kWaiting) {
      HandleEndOfWait(effects);
    } else if (state_ == State::kRunning) {
      HandleLate(effects);
    }
  });
}

void StreamCall::OnStreamEvent(const std::shared_ptr<StreamAttempt>& attempt,
                               StreamEvent event, bool ok) {
  Do([this, attempt, event, ok](StreamEffects& effects) {
    if (attempt == running_) HandleEvent(event, ok, effects);
  });
}

void StreamCall::HandleEvent(StreamEvent event, bool ok,
                             StreamEffects& effects) {
  switch (event) {
    case StreamEvent::kWritten:
      writer_.OnWritten(ok);
      break;
    case StreamEvent::kMetadata:
      // The first answer, unless the attempt has ended without one.
      reader_.OnMetadata();
      SetTimer(core::MonotonicTime::InfiniteFuture());
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

void StreamCall::Advance(StreamEffects& effects) {
  // Before the books are closed, so that they say what the application gets.
  const grpc::Status read =
      reader_.GiveMessage(books_.plan().channel->options().codec);
  if (!read.ok() && state_ == State::kRunning) {
    HandleUnreadable(read, effects);
  } else if (state_ == State::kRunning && end_came_ && reader_.has_metadata() &&
             !reader_.reads() && !reader_.has_message()) {
    HandleEnd(effects);
  } else {
    Pump(effects);
  }
}

void StreamCall::Begin(StreamEffects& effects) {
  SetTimer(core::MonotonicTime::InfiniteFuture());
  if (IsLate()) {
    Finish(DeadlineExceeded(),
           core::Decision::Stop(core::StopReason::kDeadline), effects);
  } else {
    StartAttempt(effects);
  }
}

bool StreamCall::IsLate() const {
  return books_.plan().deadline.deadline.HasPassed(RealClock().Now());
}

void StreamCall::StartAttempt(StreamEffects& effects) {
  state_ = State::kRunning;
  books_.StopWatching();
  end_came_ = false;
  starting_ = true;
  effects.start = running_ = books_.MakeAttempt(shared_from_this());
  // What came with the beginning of the call cannot be made to wait.
  if (writer_.HasPending() && !writer_.holds()) {
    Commit(core::Commitment::kBufferFull);
    writer_.TakePending();
  }
  effects.start_corked = writer_.HasNext();
  writer_.OnStarted(effects.start_corked);
  if (writer_.closed() && !committed()) {
    SetTimer(books_.LateAt(*running_, running_->facts.started_at));
  }
}

void StreamCall::HandleEnd(StreamEffects& effects) {
  SetTimer(core::MonotonicTime::InfiniteFuture());
  const core::Decision decision = books_.OnAttemptEnd(*running_);
  if (decision.retry) {
    if (decision.wait_cause == core::WaitCause::kConnection) {
      unconnected_ = running_;
      connect_by_ = decision.connect_by;
    }
    RetryAfter(decision, effects);
  } else {
    if (!committed()) winner_ = running_;
    winner_ended_ = true;
    Finish(winner_->status, decision, effects);
  }
}

void StreamCall::HandleUnreadable(const grpc::Status& status,
                                  StreamEffects& effects) {
  const core::Decision decision = books_.OnUnreadable(*running_, status);
  winner_ended_ = end_came_;
  effects.cancel = running_;
  Finish(status, decision, effects);
}

void StreamCall::HandleEndOfWait(StreamEffects& effects) {
  const core::MonotonicTime now = RealClock().Now();
  const std::shared_ptr<StreamAttempt> unconnected = std::move(unconnected_);
  if (books_.IsInTime(now) &&
      (unconnected == nullptr || MayConnect(*ChannelOf(books_.outer())))) {
    StartAttempt(effects);
  } else if (unconnected == nullptr || IsLate()) {
    Finish(DeadlineExceeded(), books_.OnTooLate(), effects);
  } else if (now < connect_by_) {
    unconnected_ = unconnected;
    AwaitConnection();
  } else {
    winner_ = unconnected;
    winner_ended_ = true;
    Finish(unconnected->status, books_.OnNoConnection(), effects);
  }
}

void StreamCall::AwaitConnection() {
  ConnectionWatcher::Process().Watch(
      ChannelOf(books_.outer()), connect_by_, [call = weak_from_this()] {
        const std::shared_ptr<StreamCall> alive = call.lock();
        if (alive == nullptr) return;
        alive->Do([self = alive.get()](StreamEffects&) {
          // The attempt is made on a thread of the application.
          if (self->unconnected_ != nullptr) {
            self->SetTimer(RealClock().Now());
          }
        });
      });
  SetTimer(connect_by_);
}

void StreamCall::HandleLate(StreamEffects& effects) {
  const core::Decision decision = books_.OnLate(*running_);
  // Without permission for another attempt this one is the best there is.
  if (!decision.retry) return;
  effects.cancel = running_;
  RetryAfter(decision, effects);
}

void StreamCall::RetryAfter(const core::Decision& decision,
                            StreamEffects& effects) {
  state_ = State::kWaiting;
  running_ = nullptr;
  starting_ = false;
  writer_.Rewind();
  reader_.Rewind();
  SetTimer(RealClock().Now() + decision.delay);
  WatchParent();
  writer_.AnswerIfTaken(effects);
}

void StreamCall::WatchParent() {
  books_.WatchParent([call = weak_from_this()] {
    const std::shared_ptr<StreamCall> alive = call.lock();
    if (alive == nullptr) return;
    alive->Do([self = alive.get()](StreamEffects& effects) {
      // An attempt that runs is told by gRPC.
      if (self->state_ == State::kRunning) return;
      self->CancelWith(self->IsLate() ? DeadlineExceeded() : Cancelled(),
                       effects);
    });
  });
}

void StreamCall::CancelWith(const grpc::Status& status,
                            StreamEffects& effects) {
  if (state_ == State::kFinished) return;
  const core::Decision decision = books_.OnCancel(running_ != nullptr);
  if (state_ == State::kWaiting) books_.DropNext();
  effects.cancel = running_;
  reader_.DropMessage();
  Finish(status, decision, effects);
}

void StreamCall::TakePending() {
  if (!writer_.HasPending()) return;
  bool taken = writer_.TakePending();
  if (!taken && state_ == State::kRunning && !starting_ && !writer_.HasNext()) {
    Commit(core::Commitment::kBufferFull);
    taken = writer_.TakePending();
  }
  // From now on it is the server that takes its time.
  if (taken && writer_.closed() && state_ == State::kRunning && !committed() &&
      !reader_.has_metadata()) {
    SetTimer(books_.LateAt(*running_, RealClock().Now()));
  }
}

void StreamCall::Commit(core::Commitment commitment) {
  SetTimer(core::MonotonicTime::InfiniteFuture());
  if (committed()) return;
  winner_ = running_;
  if (!starting_) books_.SetWinner(*winner_);
  books_.Commit(commitment);
  writer_.StopKeeping();
}

void StreamCall::Finish(grpc::Status status, const core::Decision& decision,
                        StreamEffects& effects) {
  state_ = State::kFinished;
  books_.StopWatching();
  running_ = unconnected_ = nullptr;
  SetTimer(core::MonotonicTime::InfiniteFuture());
  writer_.StopKeeping();
  if (winner_ != nullptr && !starting_) books_.SetWinner(*winner_);
  status_ = books_.OnCallEnd(std::move(status), decision);
  writer_.Fail(effects);
  AnswerReceives(effects);
}

void StreamCall::Pump(StreamEffects& effects) {
  if (state_ == State::kRunning && !starting_) {
    PumpAttempt(effects);
  } else if (state_ == State::kWaiting) {
    writer_.AnswerIfTaken(effects);
  }
  AnswerReceives(effects);
}

void StreamCall::PumpAttempt(StreamEffects& effects) {
  effects.attempt = running_;
  TakePending();
  writer_.Pump(effects);
  // What broke it may be an answer, or a reason to try again.
  const bool probes = writer_.broken() && !committed();
  if (reader_.CanRead() && (probes || reader_.WantsMessage())) {
    reader_.Read(effects);
  }
  if (!writer_.broken()) {
    writer_.AnswerIfSent(effects);
  } else if (committed()) {
    writer_.Fail(effects);
  }
  if (reader_.WantsMetadata() && reader_.has_metadata() &&
      !running_->context.GetServerInitialMetadata().empty()) {
    Commit(core::Commitment::kCommitted);
  }
}

void StreamCall::AnswerReceives(StreamEffects& effects) {
  reader_.Answer(state_ == State::kFinished, effects);
  // What is still on its way must not be looked at.
  if (reader_.has_metadata()) effects.metadata_from = winner_.get();
  if (winner_ended_) effects.trailers_from = winner_.get();
}

void StreamCall::Run(StreamEffects& effects) {
  if (effects.cancel != nullptr) effects.cancel->context.TryCancel();
  if (effects.start != nullptr) StartOn(effects.start, effects.start_corked);
  StartOperations(effects);
  if (effects.send.batch != nullptr) {
    GoOn(effects.send);
    driver_->OnAnswered(effects.send.batch);
  }
  for (StreamEffects::ReceiveAnswer& answer : effects.receives) {
    if (answer.batch != nullptr) AnswerReceive(answer, effects);
  }
}

void StreamCall::StartOn(const std::shared_ptr<StreamAttempt>& attempt,
                         bool corked) {
  attempt->Start(driver_->queue(), corked);
  driver_->OnStarted(attempt);
  starting_ = false;
  StreamEffects effects;
  Pump(effects);
  Run(effects);
}

void StreamCall::AnswerReceive(StreamEffects::ReceiveAnswer& answer,
                               const StreamEffects& effects) {
  InterceptorBatchMethods* const batch = answer.batch;
  Fill(answer, effects, status_);
  if (answer.wish.status) DescribeError(effects, books_.outer());
  batch->Proceed();
  driver_->OnAnswered(batch);
}

}  // namespace baton::rpc
