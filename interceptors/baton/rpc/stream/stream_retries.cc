// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_retries.h"

#include <cassert>
#include <memory>

#include "baton/rpc/call/error_text.h"

namespace baton::rpc {

void StreamRetries::Begin(StreamEffects& effects) {
  if (!state_.session.IsPastDeadline()) return StartAttempt(effects);
  ending_.Finish(DeadlineExceeded(), Decision::Stop(StopReason::kNotEnoughTime),
                 effects);
}

void StreamRetries::StartAttempt(StreamEffects& effects) {
  StreamWriter& writer = state_.writer;
  state_.wait.Stop();
  state_.failed = nullptr;
  effects.start = state_.session.factory().Make(state_.owner.lock());
  if (effects.start == nullptr) {
    // The application is gone, which is what comes next.
    if (state_.running()) state_.session.CancelNext();
    return times_.Stop();
  }
  state_.phase = StreamState::Phase::kRunning;
  state_.attempts.Add(effects.start);
  times_.OnStart();
  // What came with the beginning of the call cannot be made to wait.
  if (writer.HasPending() && !writer.holds()) {
    flow_.Commit(core::Commitment::kBufferFull);
    writer.TakePending();
  }
  effects.start_corked = writer.HasNext();
  writer.OnStarted(effects.start_corked);
  if (!state_.AwaitsResponse()) {
    effects.start->awaited_since = MonotonicTime::InfiniteFuture();
  }
  times_.LookWhenDue();
}

void StreamRetries::Advance(StreamEffects& effects) {
  // Before the books are closed, so that they say what the application gets.
  const grpc::Status read = state_.reader.GiveMessage();
  if (!read.ok() && state_.running()) {
    const Decision decision =
        state_.session.OnUnreadable(*state_.attempts.attempt(), read);
    ending_.Abort(read, decision, effects);
  } else if (state_.running() && flow_.AttemptIsOver()) {
    OnAttemptEnd(effects);
  } else {
    flow_.Pump(effects);
  }
}

void StreamRetries::OnAttemptEnd(StreamEffects& effects) {
  if (state_.cancelled) return ending_.OnEndAfterCancel(effects);
  const std::shared_ptr<StreamAttempt> attempt = state_.attempts.attempt();
  Decision decision;
  switch (state_.session.OnAttemptEnd(*attempt, decision)) {
    case RunningAttempts::Next::kSendHedge:
      state_.attempts.RemoveCurrent();
      return StartAttempt(effects);
    case RunningAttempts::Next::kOthersRun:
      state_.attempts.RemoveCurrent();
      return times_.LookWhenDue();
    case RunningAttempts::Next::kDecided:
      break;
  }
  if (decision.retry) return RetryAfter(decision, effects);
  if (!state_.committed()) state_.winner = attempt;
  ending_.FinishWithWinner(decision, effects);
}

void StreamRetries::RetryAfter(const Decision& decision,
                               StreamEffects& effects) {
  state_.phase = StreamState::Phase::kWaiting;
  state_.wait.Begin(decision, state_.session.factory().channel());
  if (state_.attempts.ended()) state_.failed = state_.attempts.attempt();
  state_.attempts.Clear();
  state_.writer.Rewind();
  state_.reader.Rewind();
  times_.OnRetry();
  times_.SetUntilAnswer(state_.Now() + decision.delay);
  state_.WatchParent();
  state_.wait.WatchRetryStop(state_.Bringing(&StreamOwner::OnRetryStop));
  state_.writer.CompleteIfTaken(effects);
}

void StreamRetries::OnEndOfWait(MonotonicTime now, StreamEffects& effects) {
  StreamSession& session = state_.session;
  switch (state_.wait.OnTime(now, session.IsInTime(now))) {
    case CallWait::End::kStart:
      StartAttempt(effects);
      break;
    case CallWait::End::kKeepWaiting:
      times_.SetUntilAnswer(state_.wait.until());
      // One thread watches the connections of all calls, and the strand may run
      // other events of this call.
      state_.wait.AwaitConnection(
          [connected = state_.Bringing(&StreamOwner::OnConnected),
           &runtime = session.plan().runtime()] { runtime.Post(connected); });
      break;
    case CallWait::End::kNoTime:
      ending_.Finish(DeadlineExceeded(), session.OnNotEnoughTime(), effects);
      break;
    case CallWait::End::kNoConnection:
      assert(state_.failed != nullptr);
      ending_.FinishWithFailed(session.OnNoConnection(), effects);
      break;
    case CallWait::End::kRetriesStopped:
      ending_.OnRetryStop(effects);
      break;
  }
}

void StreamRetries::OnIdle(StreamEffects& effects) {
  const Decision decision = state_.session.OnIdle(*state_.attempts.attempt());
  if (decision.retry) return RetryAfter(decision, effects);
  ending_.Abort(Idle(times_.idle_limit()), decision, effects);
}

void StreamRetries::OnNotConnected(const Decision& decision,
                                   StreamEffects& effects) {
  if (decision.retry) return RetryAfter(decision, effects);
  ending_.Abort(NotConnected(state_.session.plan().connect_timeout), decision,
                effects);
}

void StreamRetries::OnUnanswered(MonotonicTime now, StreamEffects& effects) {
  const grpc::Status status =
      NoAnswer(state_.session.plan().FirstAnswerTimeout());
  if (state_.running()) {
    const Decision decision = state_.session.running().OnCallDeadline(
        now, StopReason::kFirstAnswerTimeout);
    return ending_.Abort(status, decision, effects);
  }
  Decision decision = state_.session.OnNotEnoughTime();
  decision.reason = StopReason::kFirstAnswerTimeout;
  ending_.Finish(status, decision, effects);
}

}  // namespace baton::rpc
