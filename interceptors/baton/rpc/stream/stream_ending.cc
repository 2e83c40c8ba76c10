// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_ending.h"

#include <utility>

#include "baton/rpc/call/error_text.h"

namespace baton::rpc {

void StreamEnding::Finish(grpc::Status status, const Decision& decision,
                          StreamEffects& effects) {
  state_.phase = StreamState::Phase::kFinished;
  state_.in_place.End();
  state_.wait.Stop();
  state_.attempts.Clear();
  state_.failed = nullptr;
  times_.Stop();
  state_.writer.StopKeeping();
  if (state_.winner != nullptr) state_.session.SetWinner(*state_.winner);
  state_.status = state_.session.OnCallEnd(std::move(status), decision);
  if (state_.winner_ended && state_.winner != nullptr) {
    state_.writer.FailUnlessSending(effects);
  } else {
    state_.writer.Fail(effects);
  }
  CompleteReceives(effects);
}

void StreamEnding::FinishWithWinner(const Decision& decision,
                                    StreamEffects& effects) {
  state_.winner_ended = true;
  Finish(state_.winner->status, decision, effects);
}

void StreamEnding::FinishWithFailed(const Decision& decision,
                                    StreamEffects& effects) {
  if (state_.failed == nullptr) {
    return Finish(DeadlineExceeded(), decision, effects);
  }
  state_.winner = std::move(state_.failed);
  FinishWithWinner(decision, effects);
}

void StreamEnding::Abort(const grpc::Status& status, const Decision& decision,
                         StreamEffects& effects) {
  state_.winner_ended = state_.attempts.ended();
  state_.session.running().DiscardAll(state_.Now());
  state_.reader.DropMessages();
  Finish(status, decision, effects);
}

void StreamEnding::CancelWith(const grpc::Status& status,
                              StreamEffects& effects) {
  if (state_.finished()) return;
  const Decision decision = state_.session.OnCancel();
  if (state_.waiting()) state_.session.CancelNext();
  Abort(status, decision, effects);
}

void StreamEnding::OnEndAfterCancel(StreamEffects& effects) {
  state_.winner = state_.attempts.attempt();
  const Decision decision = state_.session.OnEndAfterCancel(*state_.winner);
  state_.reader.DropMessages();
  FinishWithWinner(decision, effects);
}

void StreamEnding::OnParentEnd(StreamEffects& effects) {
  // An attempt that runs is told by gRPC.
  if (state_.running()) return;
  CancelWith(state_.session.IsPastDeadline() ? DeadlineExceeded() : Cancelled(),
             effects);
}

void StreamEnding::OnRetryStop(StreamEffects& effects) {
  if (state_.waiting()) {
    FinishWithFailed(state_.session.OnRetriesStopped(), effects);
  }
}

void StreamEnding::OnAbandon(StreamEffects& effects) {
  state_.writer.Drop();
  state_.reader.Drop();
  CancelWith(Cancelled(), effects);
  // Attempts keep the call, so one of them must let go.
  state_.winner = nullptr;
  state_.in_place.attempt = nullptr;
}

void StreamEnding::CompleteReceives(StreamEffects& effects) {
  state_.reader.Complete(state_.finished(), effects);
  // What is still on its way must not be looked at.
  if (state_.reader.has_metadata()) effects.metadata_from = state_.winner.get();
  if (state_.winner_ended) effects.trailers_from = state_.winner.get();
}

}  // namespace baton::rpc
