// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_flow.h"

namespace baton::rpc {

using Stage = InPlaceStream::Stage;

void StreamFlow::TakePending() {
  StreamWriter& writer = state_.writer;
  if (!writer.HasPending()) return;
  bool taken = writer.TakePending();
  if (!taken && state_.running() && !state_.attempts.starting() &&
      !writer.HasNext()) {
    Commit(core::Commitment::kBufferFull);
    taken = writer.TakePending();
  }
  // From now on it is the server that takes its time.
  if (taken && state_.running() && state_.AwaitsResponse()) {
    state_.attempts.attempt()->awaited_since = state_.Now();
    times_.LookWhenDue();
  }
}

void StreamFlow::Commit(core::Commitment commitment) {
  if (state_.committed()) return;
  state_.winner = state_.attempts.attempt();
  state_.attempts.DiscardOthers();
  state_.session.Commit(commitment, *state_.winner);
  state_.writer.StopKeeping();
  if (state_.winner->in_place()) {
    state_.in_place.Pass();
  } else {
    TakeOver();
  }
  times_.LookWhenDue();
}

void StreamFlow::TakeOver() {
  if (state_.in_place.stage != Stage::kWatches) return;
  state_.in_place.stage = Stage::kTaken;
  if (state_.InPlaceRuns()) state_.writer.NoteBroken();
}

void StreamFlow::OnMetadata(bool ok, StreamEffects& effects) {
  StreamAttempt& attempt = *state_.attempts.attempt();
  if (!ok || attempt.IsTrailersOnly()) {
    AwaitEnd(effects);
  } else {
    times_.OnAnswer();
  }
  attempt.awaited_since = MonotonicTime::InfiniteFuture();
  times_.OnResponse();
  times_.LookWhenDue();
  effects.attempt = state_.attempts.attempt();
  effects.await_headers = state_.reader.WantsMetadata() &&
                          !state_.committed() &&
                          attempt.context.GetServerInitialMetadata().empty();
  state_.reader.OnMetadata(/*final_metadata=*/!effects.await_headers);
}

void StreamFlow::OnMessage() {
  state_.session.OnResponse(*state_.attempts.attempt());
  times_.OnResponse();
  Commit(core::Commitment::kCommitted);
  state_.session.OnMessage(*state_.attempts.attempt());
}

void StreamFlow::Pump(StreamEffects& effects) {
  if (state_.running() && !state_.attempts.starting()) {
    PumpAttempt(effects);
  } else if (state_.waiting()) {
    state_.writer.CompleteIfTaken(effects);
  }
  ending_.CompleteReceives(effects);
}

void StreamFlow::PumpAttempt(StreamEffects& effects) {
  effects.attempt = state_.attempts.attempt();
  if (effects.attempt->in_place()) return PumpInPlace(effects);
  StreamReader& reader = state_.reader;
  StreamWriter& writer = state_.writer;
  TakePending();
  writer.Pump(effects);
  // What broke it may be an answer, or a reason to try again. Of copies, the
  // first that answers counts, whenever the application looks.
  const bool probes =
      (writer.broken() || state_.MayHaveOthers()) && !state_.committed();
  reader.Pump(probes,
              /*ahead=*/state_.committed() && state_.driver.buffers(), effects);
  // Before that, gRPC keeps messages that are unread when the connection
  // breaks.
  if (reader.WantsStatus() || reader.at_end()) AwaitEnd(effects);
  writer.CompleteIfDone(state_.committed(), effects);
  if (reader.WantsMetadata() && reader.has_metadata() &&
      !effects.attempt->context.GetServerInitialMetadata().empty()) {
    Commit(core::Commitment::kCommitted);
  }
}

void StreamFlow::PumpInPlace(StreamEffects& effects) {
  TakePending();
  // The application may read by itself until its batches are hijacked. What
  // broke the attempt may be an answer.
  const InPlaceStream& in_place = state_.in_place;
  if (!in_place.reads) {
    state_.reader.Pump(
        /*probes=*/in_place.stage == Stage::kTaken && !state_.committed(),
        /*ahead=*/false, effects);
  }
  if (state_.reader.WantsStatus() || state_.reader.at_end()) AwaitEnd(effects);
  effects.read_with_end =
      effects.read && effects.await_end && state_.reader.WantsResponse();
  state_.writer.CompleteIfDone(state_.committed(), effects);
}

void StreamFlow::AwaitEnd(StreamEffects& effects) {
  effects.attempt = state_.attempts.attempt();
  effects.await_end |= state_.attempts.AwaitEnd();
}

bool StreamFlow::AttemptIsOver() const {
  const StreamReader& reader = state_.reader;
  // A failure does not wait for the application to read what came before it.
  return state_.attempts.ended() && !reader.reads() &&
         (state_.InPlaceRuns() ? !state_.in_place.reads
                               : reader.has_metadata()) &&
         (!reader.has_message() || !state_.attempts.attempt()->status.ok());
}

}  // namespace baton::rpc
