// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/in_place_events.h"

#include <memory>
#include <utility>

namespace baton::rpc {

void InPlaceEvents::Begin(std::multimap<std::string, std::string>& metadata,
                          StreamEffects& effects) {
  if (!state_.idle()) return;
  state_.wait.Stop();
  std::shared_ptr<StreamAttempt> attempt = state_.session.factory().MakeInPlace(
      state_.owner.lock(), state_.in_place.queue, metadata);
  if (state_.in_place.application_asks_for_headers) {
    attempt->NoteApplicationAsksForHeaders();
  }
  state_.in_place.attempt = attempt;
  state_.phase = StreamState::Phase::kRunning;
  state_.attempts.Add(std::move(attempt));
  state_.attempts.OnStarted();
  times_.LookWhenDue();
  flow_.Pump(effects);
}

void InPlaceEvents::OnSend(const grpc::ByteBuffer* message, bool closes,
                           StreamEffects& effects) {
  if (state_.writer.Keep(message, closes)) return;
  flow_.Commit(core::Commitment::kBufferFull);
  flow_.Pump(effects);
}

bool InPlaceEvents::OnMessage(StreamEffects& effects) {
  if (state_.finished()) return true;
  if (!state_.attempts.MakeCurrent(state_.in_place.attempt)) return false;
  flow_.OnMessage();
  retries_.Advance(effects);
  return true;
}

bool InPlaceEvents::OnHeaders(bool empty, bool trailers_only,
                              StreamEffects& effects) {
  if (state_.finished()) return true;
  if (!state_.attempts.MakeCurrent(state_.in_place.attempt)) return false;
  if (trailers_only) return false;
  state_.reader.OnMetadata(/*final_metadata=*/true);
  state_.in_place.attempt->awaited_since = MonotonicTime::InfiniteFuture();
  if (!empty) flow_.Commit(core::Commitment::kCommitted);
  times_.LookWhenDue();
  retries_.Advance(effects);
  return true;
}

void InPlaceEvents::HoldBack(InterceptorBatchMethods* batch, StreamWish wish,
                             grpc::ByteBuffer* buffer, StreamEffects& effects) {
  state_.reader.HoldBack(batch, wish, buffer);
  if (state_.running() &&
      state_.attempts.MakeCurrent(state_.in_place.attempt)) {
    flow_.TakeOver();
    if (wish.message) state_.reader.NoteEnd();
    flow_.AwaitEnd(effects);
  }
  retries_.Advance(effects);
}

bool InPlaceEvents::HoldBackSend(InterceptorBatchMethods* batch,
                                 StreamEffects& effects) {
  if (state_.finished() || state_.writer.holds()) return false;
  state_.writer.HoldBack(batch);
  if (state_.running() &&
      state_.attempts.MakeCurrent(state_.in_place.attempt)) {
    flow_.TakeOver();
  }
  retries_.Advance(effects);
  return true;
}

void InPlaceEvents::OnLaterMessage() {
  if (!state_.InPlaceRuns()) return;
  state_.session.OnResponse(*state_.in_place.attempt);
  state_.session.OnMessage(*state_.in_place.attempt);
}

void InPlaceEvents::OnStatus(grpc::Status& status, StreamEffects& effects) {
  if (!state_.running() ||
      !state_.attempts.MakeCurrent(state_.in_place.attempt)) {
    return;
  }
  state_.in_place.attempt->status = status;
  state_.attempts.OnEnd();
  retries_.OnAttemptEnd(effects);
  status = state_.status;
}

void InPlaceEvents::OnDue(MonotonicTime now, StreamEffects& effects) {
  // The batches of the application bring the status.
  if (now >= times_.CutDeadline()) {
    return state_.in_place.attempt->EndAtDeadline();
  }
  LateChecks& late = state_.session.running().late();
  if (now >= late.NextAt()) {
    if (!state_.in_place.reads && !state_.in_place.awaits_headers) {
      // The answer may be there, and the application does not look.
      late.Stop();
    } else if (state_.session.AdmitSecond(now)) {
      return retries_.StartAttempt(effects);
    }
  }
  times_.LookWhenDue();
}

void InPlaceEvents::OnIdleWait() {
  if (state_.in_place.stage == InPlaceStream::Stage::kNone) return;
  // Baton has taken the batch that the application's own call would end.
  times_.Set(state_.session.plan().deadline.deadline.time());
  state_.WatchParent();
}

}  // namespace baton::rpc
