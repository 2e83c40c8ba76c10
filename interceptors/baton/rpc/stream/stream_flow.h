// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_FLOW_H_
#define BATON_RPC_STREAM_STREAM_FLOW_H_

#include "baton/core/decision/call_progress.h"
#include "baton/rpc/stream/stream_effects.h"
#include "baton/rpc/stream/stream_ending.h"
#include "baton/rpc/stream/stream_state.h"
#include "baton/rpc/stream/stream_times.h"

namespace baton::rpc {

// Moves messages between the application and the current attempt, and commits
// the stream. Used on the call's strand.
class StreamFlow {
 public:
  // All must outlive this object.
  StreamFlow(StreamState& state, StreamTimes& times, StreamEnding& ending)
      : state_(state), times_(times), ending_(ending) {}

  // Takes what a batch wants to send, as far as there is room.
  void TakePending();
  // Starts the operations that are due, and completes batches.
  void Pump(StreamEffects& effects);
  // Receives the status of the current attempt as soon as it is there.
  void AwaitEnd(StreamEffects& effects);
  // Returns whether the current attempt has ended, and brought everything.
  bool AttemptIsOver() const;

  // The current attempt has brought initial metadata, if `ok`; a message.
  void OnMetadata(bool ok, StreamEffects& effects);
  void OnMessage();

  // The current attempt is the only one from now on.
  void Commit(core::Commitment commitment);
  // Baton hijacks new batches of the application from now on.
  void TakeOver();

 private:
  void PumpAttempt(StreamEffects& effects);
  void PumpInPlace(StreamEffects& effects);

  StreamState& state_;
  StreamTimes& times_;
  StreamEnding& ending_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_FLOW_H_
