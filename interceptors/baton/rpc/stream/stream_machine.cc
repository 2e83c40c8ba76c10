// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_machine.h"

#include <optional>
#include <utility>

#include "absl/time/time.h"
#include "baton/rpc/call/error_text.h"

namespace baton::rpc {
namespace {

// The time that a cancelled attempt may take to end. gRPC ends it at once. An
// interceptor after Baton that serves the attempt itself may not.
constexpr absl::Duration kCancelGrace = absl::Milliseconds(100);

}  // namespace

StreamMachine::StreamMachine(CapturedCall&& captured,
                             grpc::internal::RpcMethod::RpcType type,
                             StreamDriver& driver)
    : state_(std::move(captured), type, driver),
      times_(state_),
      ending_(state_, times_),
      flow_(state_, times_, ending_),
      retries_(state_, times_, ending_, flow_),
      in_place_(state_, times_, flow_, retries_) {}

void StreamMachine::WatchFirstAttempt(ApplicationQueue queue) {
  state_.in_place.stage = InPlaceStream::Stage::kWatches;
  state_.in_place.queue = queue;
}

void StreamMachine::SetOwner(std::weak_ptr<StreamOwner> owner) {
  state_.owner = std::move(owner);
  // Until something is sent, nothing else would end the call. gRPC ends the
  // application's own call.
  if (state_.in_place.stage == InPlaceStream::Stage::kNone) {
    times_.Set(state_.session.plan().deadline.deadline.time());
  }
}

void StreamMachine::OnSend(StreamSending&& sending,
                           InterceptorBatchMethods* batch,
                           StreamEffects& effects) {
  const bool begins = sending.metadata.has_value();
  if (begins) state_.session.SetMetadata(*std::move(sending.metadata));
  state_.writer.Hold(batch, std::move(sending));
  if (state_.finished()) return state_.writer.Fail(effects);
  flow_.TakePending();
  if (begins) retries_.Begin(effects);
  if (state_.idle()) state_.WatchParent();
  flow_.Pump(effects);
}

void StreamMachine::OnReceive(StreamWish wish, InterceptorBatchMethods* batch,
                              StreamEffects& effects) {
  state_.reader.Hold(batch, wish);
  if (state_.idle() && wish.status) in_place_.OnIdleWait();
  if (state_.reader.WantsMetadata()) state_.attempts.MakeCurrentWithMetadata();
  times_.OnWait(/*for_end=*/wish.status && !wish.message);
  retries_.Advance(effects);
}

void StreamMachine::OnStarted(const std::shared_ptr<StreamAttempt>& attempt,
                              StreamEffects& effects) {
  if (!state_.attempts.MakeCurrent(attempt)) return;
  state_.attempts.OnStarted();
  flow_.Pump(effects);
}

void StreamMachine::OnEvent(const std::shared_ptr<StreamAttempt>& attempt,
                            StreamEvent event, bool ok,
                            StreamEffects& effects) {
  // The server may have read a message, although its call has ended since.
  if (state_.finished() && attempt == state_.winner &&
      event == StreamEvent::kWritten) {
    return state_.writer.OnLastWritten(ok, effects);
  }
  // If it was given up, nobody waits for it.
  if (!state_.attempts.MakeCurrent(attempt)) return;
  switch (event) {
    case StreamEvent::kWritten:
      state_.writer.OnWritten(ok);
      break;
    case StreamEvent::kMetadata:
      // The first answer, unless the attempt has ended without one.
      flow_.OnMetadata(ok, effects);
      break;
    case StreamEvent::kHeaders:
      state_.reader.OnMetadata(/*final_metadata=*/true);
      break;
    case StreamEvent::kRead:
      state_.reader.OnRead(ok, attempt->message);
      if (ok) flow_.OnMessage();
      break;
    case StreamEvent::kEnded:
      state_.attempts.OnEnd();
      if (attempt->in_place()) flow_.TakeOver();
      // The attempt had ended before the application cancelled it.
      if (attempt->status.error_code() != grpc::StatusCode::CANCELLED) {
        state_.reader.StopWithholding();
      }
      break;
  }
  if (attempt->has_own_headers()) {
    state_.reader.OnMetadata(/*final_metadata=*/true);
  }
  retries_.Advance(effects);
}

void StreamMachine::OnTimer(StreamEffects& effects) {
  const MonotonicTime now = state_.Now();
  if (!times_.Take(now)) return;
  if (times_.IsUnanswered(now)) return retries_.OnUnanswered(now, effects);
  if (state_.idle()) {
    retries_.Begin(effects);
  } else if (state_.waiting()) {
    retries_.OnEndOfWait(now, effects);
  } else if (state_.running()) {
    HandleDue(now, effects);
  }
}

void StreamMachine::OnCancel(StreamEffects& effects) {
  if (state_.cancelled && state_.running()) return;
  if (!state_.running() || state_.attempts.has_others() ||
      state_.attempts.starting() || state_.attempts.ended()) {
    return ending_.CancelWith(Cancelled(), effects);
  }
  if (state_.InPlaceRuns()) {
    // gRPC cancels the application's own call.
    state_.cancelled = true;
    state_.in_place.Pass();
    return times_.Stop();
  }
  // The attempt ends with all that had arrived before. It may have failed
  // already, while the application was in no call of the stream.
  times_.Set(state_.Now() + kCancelGrace);
  state_.cancelled = true;
  // gRPC drops messages that the application has not asked for by now.
  state_.reader.Withhold();
  state_.attempts.attempt()->Cancel();
  flow_.AwaitEnd(effects);
}

void StreamMachine::HandleDue(MonotonicTime now, StreamEffects& effects) {
  if (state_.cancelled) {
    if (!state_.attempts.ended()) ending_.CancelWith(Cancelled(), effects);
    return;
  }
  if (state_.InPlaceRuns()) return in_place_.OnDue(now, effects);
  RunningAttempts& running = state_.session.running();
  const RunningAttempts::Due due = running.WhatIsDue(now);
  if (due == RunningAttempts::Due::kCallDeadline && HasInPlace()) {
    // The batches of the application's own call may have an answer.
    if (now >= times_.CutDeadline()) state_.in_place.attempt->EndAtDeadline();
    return times_.Stop();
  }
  if (due == RunningAttempts::Due::kCallDeadline) {
    return ending_.Abort(DeadlineExceeded(), running.OnCallDeadline(now),
                         effects);
  }
  if (due == RunningAttempts::Due::kConnectTimeout) {
    const std::optional<Decision> decision =
        state_.session.OnConnectTimeout(now);
    if (decision.has_value()) {
      return retries_.OnNotConnected(*decision, effects);
    }
  }
  if (times_.IsIdle(now)) return retries_.OnIdle(effects);
  if (due == RunningAttempts::Due::kHedge && state_.session.AdmitHedge(now)) {
    return retries_.StartAttempt(effects);
  }
  if (due == RunningAttempts::Due::kLate && state_.session.AdmitSecond(now)) {
    return retries_.StartAttempt(effects);
  }
  if (due == RunningAttempts::Due::kAttemptTimeout) {
    const std::optional<Decision> decision =
        state_.session.OnAttemptTimeout(now);
    if (decision.has_value()) return retries_.RetryAfter(*decision, effects);
  }
  times_.LookWhenDue();
}

void StreamMachine::OnConnected() {
  // The attempt is made where the call makes its attempts.
  if (state_.wait.is_for_connection()) times_.Set(state_.Now());
}

}  // namespace baton::rpc
