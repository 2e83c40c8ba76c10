// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_CALL_H_
#define BATON_RPC_STREAM_CALL_H_

#include <atomic>
#include <memory>
#include <thread>
#include <utility>

#include "baton/core/call_progress.h"
#include "baton/core/decision.h"
#include "baton/core/monotonic_time.h"
#include "baton/rpc/captured_call.h"
#include "baton/rpc/error_text.h"
#include "baton/rpc/interception.h"
#include "baton/rpc/strand.h"
#include "baton/rpc/stream_attempt.h"
#include "baton/rpc/stream_batch.h"
#include "baton/rpc/stream_books.h"
#include "baton/rpc/stream_driver.h"
#include "baton/rpc/stream_effects.h"
#include "baton/rpc/stream_reader.h"
#include "baton/rpc/stream_writer.h"
#include "grpcpp/impl/rpc_method.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// One call of the application that streams, of any kind, served by attempts of
// ours: tried again until the application has seen a part of the answer or
// more was sent than is kept, and passed through from then on.
//
//   idle      nothing was sent: its metadata is corked
//   running   an attempt is on its way
//   waiting   none is; the next starts when the timer fires, and not before
//             there is a connection, if the latest found none
//   finished  the outcome is settled
//
// Events come from any thread, several at once: an operation ends, a timer
// fires, the application cancels, writes or reads. They run one after the
// other on a strand, without a lock, since they run code of the user's. All
// decisions are core's.
//
// Kept alive by its interceptor, and by attempts with operations on their way.
class StreamCall final : public StreamOwner,
                         public std::enable_shared_from_this<StreamCall> {
 public:
  // `captured` lacks what is sent.
  StreamCall(CapturedCall&& captured, grpc::internal::RpcMethod::RpcType type,
             std::unique_ptr<StreamDriver> driver);
  ~StreamCall() override = default;

  // The first batch, in its PRE_SEND stage: takes what it sends. It is for the
  // caller to let it go on.
  void Open(InterceptorBatchMethods& batch) { Take(batch, nullptr); }

  // Batches that send or receive something, in their PRE_SEND and PRE_RECV
  // stages. They go on their way when that is done, or cannot be done any
  // more, on whichever thread sees to it; they are not touched afterwards.
  void Send(InterceptorBatchMethods* batch) { Take(*batch, batch); }
  void Receive(InterceptorBatchMethods* batch) {
    Do([this, batch](StreamEffects& effects) {
      reader_.Hold(batch, WishOf(*batch));
      Advance(effects);
    });
  }

  // The application cancels. May come at any time, and more than once.
  void Cancel() {
    Do([this](StreamEffects& effects) { CancelWith(Cancelled(), effects); });
  }

  // The outer context is being destroyed: nobody is there to answer. It is not
  // used afterwards.
  void Abandon();

  // The driver's timer has fired.
  void OnTimer();

  void OnStreamEvent(const std::shared_ptr<StreamAttempt>& attempt,
                     StreamEvent event, bool ok) override;

 private:
  enum class State { kIdle, kRunning, kWaiting, kFinished };

  // What a batch sends; it waits, if `held`.
  void Take(InterceptorBatchMethods& batch, InterceptorBatchMethods* held);

  // Makes a change on the strand, and then does what it asks for. `change` may
  // be copied, and run on another thread after this has returned.
  template <typename Change>
  void Do(Change change) {
    strand_.Run([self = shared_from_this(), change]() mutable {
      self->runner_.store(std::this_thread::get_id());
      StreamEffects effects;
      change(effects);
      self->Run(effects);
      self->runner_.store(std::thread::id());
    });
  }
  // The rest happens on the strand.
  void Run(StreamEffects& effects);
  void StartOn(const std::shared_ptr<StreamAttempt>& attempt, bool corked);
  void AnswerReceive(StreamEffects::ReceiveAnswer& answer,
                     const StreamEffects& effects);

  void Begin(StreamEffects& effects);
  void StartAttempt(StreamEffects& effects);
  void HandleEvent(StreamEvent event, bool ok, StreamEffects& effects);
  // Goes on with what has come.
  void Advance(StreamEffects& effects);
  void HandleEnd(StreamEffects& effects);
  void HandleUnreadable(const grpc::Status& status, StreamEffects& effects);
  void HandleEndOfWait(StreamEffects& effects);
  void AwaitConnection();
  void HandleLate(StreamEffects& effects);
  void CancelWith(const grpc::Status& status, StreamEffects& effects);
  void RetryAfter(const core::Decision& decision, StreamEffects& effects);
  void WatchParent();
  void TakePending();
  void Commit(core::Commitment commitment);
  void Finish(grpc::Status status, const core::Decision& decision,
              StreamEffects& effects);
  // Starts and answers whatever is due.
  void Pump(StreamEffects& effects);
  void PumpAttempt(StreamEffects& effects);
  void AnswerReceives(StreamEffects& effects);
  bool IsLate() const;
  bool committed() const { return winner_ != nullptr; }
  void SetTimer(core::MonotonicTime at) {
    if (timer_due_ != at) driver_->SetTimer(timer_due_ = at);
  }

  // The application has begun to send; known to the thread that does.
  bool began_ = false;
  const std::unique_ptr<StreamDriver> driver_;

  Strand strand_;
  // The thread that is on the strand, if any.
  std::atomic<std::thread::id> runner_{};

  // All that follows is used on the strand.
  State state_ = State::kIdle;
  StreamBooks books_;
  StreamWriter writer_;
  StreamReader reader_;
  core::MonotonicTime timer_due_ = core::MonotonicTime::InfiniteFuture();
  // Null unless running. Attempts that were given up are not kept here: they
  // are cancelled and end by themselves.
  std::shared_ptr<StreamAttempt> running_;
  // It is not started yet: no operation may be started on it.
  bool starting_ = false;
  // The status is there, but a read that may still bring a message is not.
  bool end_came_ = false;
  // The attempt that the call is committed to, and has it ended?
  std::shared_ptr<StreamAttempt> winner_;
  bool winner_ended_ = false;
  // While the call waits for a connection: the latest attempt, which found
  // none, and until when.
  std::shared_ptr<StreamAttempt> unconnected_;
  core::MonotonicTime connect_by_;
  // The outcome, once finished.
  grpc::Status status_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_CALL_H_
