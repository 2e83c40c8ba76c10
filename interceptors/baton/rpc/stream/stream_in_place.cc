// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What StreamMachine does while its first attempt is in place.

#include <algorithm>
#include <memory>
#include <utility>

#include "baton/rpc/stream/stream_machine.h"

namespace baton::rpc {

using Stage = InPlaceStream::Stage;

void StreamMachine::WatchFirstAttempt(ApplicationQueue queue) {
  in_place_.stage = Stage::kWatches;
  in_place_.queue = queue;
}

void StreamMachine::SetHost(StreamHost host) {
  host_ = std::move(host);
  // Until something is sent, nothing else would end the call. gRPC ends the
  // application's own call.
  if (in_place_.stage == Stage::kNone) {
    SetTimer(session_.plan().deadline.deadline.time());
  }
}

void StreamMachine::WatchIdle() {
  if (in_place_.stage == Stage::kNone) return;
  // Baton has taken the batch that the application's own call would end.
  SetTimer(session_.plan().deadline.deadline.time());
  wait_.WatchParent(host_.on_parent_end);
}

bool StreamMachine::InPlaceRuns() const {
  return state_ == State::kRunning && attempts_.attempt() != nullptr &&
         attempts_.attempt()->in_place();
}

void StreamMachine::BeginInPlace(
    std::multimap<std::string, std::string>& metadata, StreamEffects& effects) {
  if (state_ != State::kIdle) return;
  wait_.Stop();
  std::shared_ptr<StreamAttempt> attempt = session_.MakeInPlaceAttempt(
      host_.owner.lock(), in_place_.queue, metadata);
  if (in_place_.application_asks_for_headers) {
    attempt->NoteApplicationAsksForHeaders();
  }
  in_place_.attempt = attempt;
  state_ = State::kRunning;
  attempts_.Add(std::move(attempt));
  attempts_.OnStarted();
  LookWhenDue();
  Pump(effects);
}

void StreamMachine::OnInPlaceSend(const grpc::ByteBuffer* message, bool closes,
                                  StreamEffects& effects) {
  if (writer_.Keep(message, closes)) return;
  Commit(core::Commitment::kBufferFull);
  Pump(effects);
}

bool StreamMachine::OnInPlaceMessage(StreamEffects& effects) {
  if (state_ == State::kFinished) return true;
  if (!attempts_.MakeCurrent(in_place_.attempt)) return false;
  HandleMessage();
  Advance(effects);
  return true;
}

bool StreamMachine::OnInPlaceHeaders(bool empty, bool trailers_only,
                                     StreamEffects& effects) {
  if (state_ == State::kFinished) return true;
  if (!attempts_.MakeCurrent(in_place_.attempt)) return false;
  if (trailers_only) return false;
  reader_.OnMetadata(/*final_metadata=*/true);
  in_place_.attempt->awaited_since = MonotonicTime::InfiniteFuture();
  if (!empty) Commit(core::Commitment::kCommitted);
  LookWhenDue();
  Advance(effects);
  return true;
}

void StreamMachine::HoldBack(InterceptorBatchMethods* batch, StreamWish wish,
                             grpc::ByteBuffer* buffer, StreamEffects& effects) {
  reader_.HoldBack(batch, wish, buffer);
  if (state_ == State::kRunning && attempts_.MakeCurrent(in_place_.attempt)) {
    TakeOver();
    if (wish.message) reader_.NoteEnd();
    AwaitEnd(effects);
  }
  Advance(effects);
}

bool StreamMachine::HoldBackSend(InterceptorBatchMethods* batch,
                                 StreamEffects& effects) {
  if (state_ == State::kFinished || writer_.holds()) return false;
  writer_.HoldBack(batch);
  if (state_ == State::kRunning && attempts_.MakeCurrent(in_place_.attempt)) {
    TakeOver();
  }
  Advance(effects);
  return true;
}

void StreamMachine::OnInPlaceStatus(grpc::Status& status,
                                    StreamEffects& effects) {
  if (state_ != State::kRunning || !attempts_.MakeCurrent(in_place_.attempt)) {
    return;
  }
  in_place_.attempt->status = status;
  attempts_.OnEnd();
  HandleEnd(effects);
  status = status_;
}

void StreamMachine::TakeOver() {
  if (in_place_.stage != Stage::kWatches) return;
  in_place_.stage = Stage::kTaken;
  if (InPlaceRuns()) writer_.NoteBroken();
}

MonotonicTime StreamMachine::CutDeadline() const {
  // gRPC ends the application's own call at the application's deadline.
  return CutsDeadline(session_.plan())
             ? session_.plan().deadline.deadline.time()
             : MonotonicTime::InfiniteFuture();
}

void StreamMachine::LookWhenDueInPlace() {
  const bool awaited =
      in_place_.attempt->awaited_since != MonotonicTime::InfiniteFuture();
  const MonotonicTime late_at = awaited ? session_.running().late().NextAt()
                                        : MonotonicTime::InfiniteFuture();
  SetTimer(std::min(late_at, CutDeadline()));
}

void StreamMachine::HandleDueInPlace(MonotonicTime now,
                                     StreamEffects& effects) {
  // The batches of the application bring the status.
  if (now >= CutDeadline()) return in_place_.attempt->EndAtDeadline();
  LateChecks& late = session_.running().late();
  if (now >= late.NextAt()) {
    if (!in_place_.reads && !in_place_.awaits_headers) {
      // The answer may be there, and the application does not look.
      late.Stop();
    } else if (session_.AdmitSecond(now)) {
      return StartAttempt(effects);
    }
  }
  LookWhenDue();
}

void StreamMachine::PumpInPlace(StreamEffects& effects) {
  TakePending();
  // The application may read by itself until its batches are hijacked. What
  // broke the attempt may be an answer.
  if (!in_place_.reads) {
    reader_.Pump(
        /*probes=*/in_place_.stage == Stage::kTaken && !committed(),
        /*ahead=*/false, effects);
  }
  if (reader_.WantsStatus() || reader_.at_end()) AwaitEnd(effects);
  writer_.CompleteIfDone(committed(), effects);
}

}  // namespace baton::rpc
