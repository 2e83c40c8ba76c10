// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_MACHINE_H_
#define BATON_RPC_STREAM_STREAM_MACHINE_H_

#include <functional>
#include <memory>
#include <utility>

#include "baton/core/decision/call_progress.h"
#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/call/call_wait.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/call/running_attempts.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/stream/stream_attempt.h"
#include "baton/rpc/stream/stream_attempts.h"
#include "baton/rpc/stream/stream_batch.h"
#include "baton/rpc/stream/stream_driver.h"
#include "baton/rpc/stream/stream_effects.h"
#include "baton/rpc/stream/stream_idleness.h"
#include "baton/rpc/stream/stream_reader.h"
#include "baton/rpc/stream/stream_session.h"
#include "baton/rpc/stream/stream_writer.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Who brings the events of a stream to its machine.
struct StreamHost {
  // Whom attempts tell. They are only made while it is there.
  std::weak_ptr<StreamOwner> owner;
  // Bring the events of these names, from any thread.
  std::function<void()> on_parent_end;
  std::function<void()> on_retry_stop;
  std::function<void()> on_connected;
};

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
  void SetHost(StreamHost host) {
    host_ = std::move(host);
    // Until something is sent, nothing else would end the call.
    SetTimer(session_.plan().deadline.deadline.time());
  }

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
  // The application cancels.
  void OnCancel(StreamEffects& effects);
  // The call ends with this status, unless it has ended already.
  void CancelWith(const grpc::Status& status, StreamEffects& effects);
  void OnParentEnd(StreamEffects& effects);
  void OnConnected();
  void OnRetryStop(StreamEffects& effects);
  // First, on any thread: the outer context is not used afterwards.
  void ReleaseContext() { session_.ReleaseContext(); }
  void OnAbandon(StreamEffects& effects);

  grpc::ClientContext& context() const { return session_.context(); }
  // The outcome, once finished.
  const grpc::Status& status() const { return status_; }

 private:
  enum class State { kIdle, kRunning, kWaiting, kFinished };

  void Begin(StreamEffects& effects);
  void StartAttempt(StreamEffects& effects);
  // Goes on with what has come.
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
  // The call ends, and running attempts are useless.
  void Abort(const grpc::Status& status, const Decision& decision,
             StreamEffects& effects);
  void TakePending();
  void Commit(core::Commitment commitment);
  void Finish(grpc::Status status, const Decision& decision,
              StreamEffects& effects);
  void FinishWithFailed(const Decision& decision, StreamEffects& effects);
  void Pump(StreamEffects& effects);
  void PumpAttempt(StreamEffects& effects);
  // Reads the status of the current attempt, once.
  void AwaitEnd(StreamEffects& effects);
  void CompleteReceives(StreamEffects& effects);
  // Does the call wait for the server, and not for the client?
  bool AwaitsResponse() const {
    return writer_.closed() && !committed() && !reader_.has_metadata();
  }
  bool committed() const { return winner_ != nullptr; }
  void SetTimer(MonotonicTime at) {
    if (timer_due_ != at) driver_.SetTimer(timer_due_ = at);
  }
  void LookWhenDue();
  MonotonicTime Now() const { return session_.plan().runtime().Now(); }
  void NoteResponse();

  StreamDriver& driver_;
  StreamHost host_;
  State state_ = State::kIdle;
  StreamSession session_;
  bool MayHaveOthers() const { return may_hedge_ || attempts_.has_others(); }
  const bool may_hedge_;
  CallWait wait_;
  StreamWriter writer_;
  StreamReader reader_;
  StreamAttempts attempts_;
  StreamIdleness idleness_;
  MonotonicTime timer_due_ = MonotonicTime::InfiniteFuture();
  std::shared_ptr<StreamAttempt> failed_;  // before the wait
  // The attempt that the call is committed to, and has it ended?
  std::shared_ptr<StreamAttempt> winner_;
  bool winner_ended_ = false;
  bool cancelled_ = false;  // by the application, and the attempt ends soon
  grpc::Status status_;     // once finished
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_MACHINE_H_
