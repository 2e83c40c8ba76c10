// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_MACHINE_H_
#define BATON_RPC_STREAM_STREAM_MACHINE_H_

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "baton/core/decision/call_progress.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/call_wait.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/stream/driver/stream_attempt.h"
#include "baton/rpc/stream/driver/stream_driver.h"
#include "baton/rpc/stream/stream_attempts.h"
#include "baton/rpc/stream/stream_batch.h"
#include "baton/rpc/stream/stream_effects.h"
#include "baton/rpc/stream/stream_idleness.h"
#include "baton/rpc/stream/stream_reader.h"
#include "baton/rpc/stream/stream_session.h"
#include "baton/rpc/stream/stream_writer.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// What becomes of a stream at each event:
//
//   idle      nothing was sent: its metadata is corked
//   running   an attempt is on its way, or several copies of one
//   waiting   none is; the next starts when the timer fires
//   finished  the outcome is settled
//
// Runs the user's classifier and observers, which may bring further events.
// Used on the call's strand.
class StreamMachine {
 public:
  // `captured` lacks what is sent. `driver` must outlive it.
  StreamMachine(CapturedCall&& captured,
                grpc::internal::RpcMethod::RpcType type, StreamDriver& driver);
  // Before any event.
  void SetHost(StreamHost host);
  // Before that, if the first attempt is in place.
  void WatchFirstAttempt(ApplicationQueue queue);

  // A batch sends something. `batch` waits for that; null: it does not.
  void OnSend(StreamSending&& sending, InterceptorBatchMethods* batch,
              StreamEffects& effects);
  void OnReceive(StreamWish wish, InterceptorBatchMethods* batch,
                 StreamEffects& effects);
  void OnStarted(const std::shared_ptr<StreamAttempt>& attempt,
                 StreamEffects& effects);
  void OnEvent(const std::shared_ptr<StreamAttempt>& attempt, StreamEvent event,
               bool ok, StreamEffects& effects);
  void OnTimer(StreamEffects& effects);
  void OnCancel(StreamEffects& effects);
  // The call ends with this status, unless it has ended already.
  void CancelWith(const grpc::Status& status, StreamEffects& effects);
  void OnParentEnd(StreamEffects& effects);
  void OnConnected();
  void OnRetryStop(StreamEffects& effects);
  void ReleaseContext() { session_.ReleaseContext(); }
  void OnAbandon(StreamEffects& effects);

  // See InPlaceBatches.
  InPlaceStream& in_place() { return in_place_; }
  void BeginInPlace(std::multimap<std::string, std::string>& metadata,
                    StreamEffects& effects);
  void OnInPlaceSend(const grpc::ByteBuffer* message, bool closes,
                     StreamEffects& effects);
  // Returns whether the application may have it.
  bool OnInPlaceMessage(StreamEffects& effects);
  bool OnInPlaceHeaders(bool empty, bool trailers_only, StreamEffects& effects);
  // Hold a batch that has come back.
  void HoldBack(InterceptorBatchMethods* batch, StreamWish wish,
                grpc::ByteBuffer* buffer, StreamEffects& effects);
  bool HoldBackSend(InterceptorBatchMethods* batch, StreamEffects& effects);
  void OnInPlaceStatus(grpc::Status& status, StreamEffects& effects);

  bool waits_for_ready() const { return session_.plan().wait_for_ready; }
  bool HasInPlace() const { return attempts_.HasInPlace(); }
  grpc::ClientContext& context() const { return session_.context(); }
  const grpc::Status& status() const { return status_; }

 private:
  enum class State { kIdle, kRunning, kWaiting, kFinished };
  void Begin(StreamEffects& effects);
  void StartAttempt(StreamEffects& effects);
  void Advance(StreamEffects& effects);
  void HandleMetadata(bool ok, StreamEffects& effects);
  void HandleMessage();
  void HandleEnd(StreamEffects& effects);
  void HandleEndAfterCancel(StreamEffects& effects);
  bool AttemptIsOver() const;
  void HandleDue(MonotonicTime now, StreamEffects& effects);
  void HandleIdle(StreamEffects& effects);
  void HandleEndOfWait(MonotonicTime now, StreamEffects& effects);
  void RetryAfter(const Decision& decision, StreamEffects& effects);
  void Abort(const grpc::Status& status, const Decision& decision,
             StreamEffects& effects);
  void TakePending();
  void Commit(core::Commitment commitment);
  void Finish(grpc::Status status, const Decision& decision,
              StreamEffects& effects);
  void FinishWithFailed(const Decision& decision, StreamEffects& effects);
  void Pump(StreamEffects& effects);
  void PumpAttempt(StreamEffects& effects);
  void PumpInPlace(StreamEffects& effects);
  void HandleDueInPlace(MonotonicTime now, StreamEffects& effects);
  void LookWhenDueInPlace();
  MonotonicTime CutDeadline() const;
  bool InPlaceRuns() const;
  void TakeOver();
  void WatchIdle();
  void AwaitEnd(StreamEffects& effects);
  void CompleteReceives(StreamEffects& effects);
  bool AwaitsResponse() const;
  bool committed() const { return winner_ != nullptr; }
  void SetTimer(MonotonicTime at);
  void LookWhenDue();
  MonotonicTime Now() const { return session_.plan().runtime().Now(); }
  bool MayHaveOthers() const { return may_hedge_ || attempts_.has_others(); }
  void NoteResponse();

  StreamDriver& driver_;
  StreamHost host_;
  InPlaceStream in_place_;
  State state_ = State::kIdle;
  StreamSession session_;
  const bool may_hedge_;
  CallWait wait_;
  StreamWriter writer_;
  StreamReader reader_;
  StreamAttempts attempts_;
  StreamIdleness idleness_;
  MonotonicTime timer_due_ = MonotonicTime::InfiniteFuture();
  std::shared_ptr<StreamAttempt> failed_;  // before the wait
  std::shared_ptr<StreamAttempt> winner_;
  bool winner_ended_ = false;
  bool cancelled_ = false;  // by the application, and the attempt ends soon
  grpc::Status status_;     // once finished
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_MACHINE_H_
