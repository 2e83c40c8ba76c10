// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What StreamMachine does when its call ends before its attempt.

#include <memory>

#include "absl/time/time.h"
#include "baton/rpc/call/error_text.h"
#include "baton/rpc/stream/stream_machine.h"

namespace baton::rpc {
namespace {

// The time that a cancelled attempt may take to end. gRPC ends it at once. An
// interceptor after Baton that serves the attempt itself may not.
constexpr absl::Duration kCancelGrace = absl::Milliseconds(100);

}  // namespace

void StreamMachine::OnCancel(StreamEffects& effects) {
  if (cancelled_ && state_ == State::kRunning) return;
  if (state_ != State::kRunning || attempts_.has_others() ||
      attempts_.starting() || attempts_.ended()) {
    return CancelWith(Cancelled(), effects);
  }
  if (InPlaceRuns()) {
    // gRPC cancels the application's own call.
    cancelled_ = true;
    in_place_.Pass();
    return SetTimer(MonotonicTime::InfiniteFuture());
  }
  // The attempt ends with all that had arrived before. It may have failed
  // already, while the application was in no call of the stream.
  SetTimer(Now() + kCancelGrace);
  cancelled_ = true;
  attempts_.attempt()->Cancel();
  AwaitEnd(effects);
}

void StreamMachine::HandleEndAfterCancel(StreamEffects& effects) {
  winner_ = attempts_.attempt();
  winner_ended_ = true;
  const Decision decision = session_.OnEndAfterCancel(*winner_);
  reader_.DropMessages();
  Finish(winner_->status, decision, effects);
}

void StreamMachine::CancelWith(const grpc::Status& status,
                               StreamEffects& effects) {
  if (state_ == State::kFinished) return;
  const Decision decision = session_.OnCancel();
  if (state_ == State::kWaiting) session_.CancelNext();
  Abort(status, decision, effects);
}

void StreamMachine::Abort(const grpc::Status& status, const Decision& decision,
                          StreamEffects& effects) {
  winner_ended_ = attempts_.ended();
  session_.running().DiscardAll(Now());
  reader_.DropMessages();
  Finish(status, decision, effects);
}

}  // namespace baton::rpc
