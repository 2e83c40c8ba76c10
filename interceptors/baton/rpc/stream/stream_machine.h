// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_MACHINE_H_
#define BATON_RPC_STREAM_STREAM_MACHINE_H_

#include <memory>

#include "baton/monotonic_time.h"
#include "baton/rpc/call/captured_call.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/stream/driver/stream_attempt.h"
#include "baton/rpc/stream/driver/stream_driver.h"
#include "baton/rpc/stream/in_place_events.h"
#include "baton/rpc/stream/stream_batch.h"
#include "baton/rpc/stream/stream_effects.h"
#include "baton/rpc/stream/stream_ending.h"
#include "baton/rpc/stream/stream_flow.h"
#include "baton/rpc/stream/stream_retries.h"
#include "baton/rpc/stream/stream_state.h"
#include "baton/rpc/stream/stream_times.h"
#include "grpcpp/impl/rpc_method.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// What becomes of a stream at each event. Brings the event to the class that
// knows what follows from it, each of which may use those before it:
//
//   StreamTimes    when the stream is to be looked at next
//   StreamEnding   its end
//   StreamFlow     its messages, and the commit
//   StreamRetries  its attempts
//   InPlaceEvents  its first attempt in place
//
// Runs the user's classifier and observers, which may bring further events.
// Used on the call's strand.
class StreamMachine {
 public:
  // `captured` lacks what is sent. `driver` must outlive it.
  StreamMachine(CapturedCall&& captured,
                grpc::internal::RpcMethod::RpcType type, StreamDriver& driver);
  // Before any event.
  void SetOwner(std::weak_ptr<StreamOwner> owner);
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
  void CancelWith(const grpc::Status& status, StreamEffects& effects) {
    ending_.CancelWith(status, effects);
  }
  void OnParentEnd(StreamEffects& effects) { ending_.OnParentEnd(effects); }
  void OnConnected();
  void OnRetryStop(StreamEffects& effects) { ending_.OnRetryStop(effects); }
  void ReleaseContext() { state_.session.factory().ReleaseContext(); }
  void OnAbandon(StreamEffects& effects) { ending_.OnAbandon(effects); }

  // The events of the first attempt in place.
  InPlaceEvents& in_place() { return in_place_; }
  // Whether the first attempt is in place and in flight.
  bool HasInPlace() const { return state_.attempts.HasInPlace(); }

  grpc::ClientContext& context() const { return state_.session.context(); }
  const grpc::Status& status() const { return state_.status; }

 private:
  void HandleDue(MonotonicTime now, StreamEffects& effects);

  StreamState state_;
  StreamTimes times_;
  StreamEnding ending_;
  StreamFlow flow_;
  StreamRetries retries_;
  InPlaceEvents in_place_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_MACHINE_H_
