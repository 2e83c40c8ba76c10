// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_RETRIES_H_
#define BATON_RPC_STREAM_STREAM_RETRIES_H_

#include "baton/decision.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/stream/stream_effects.h"
#include "baton/rpc/stream/stream_ending.h"
#include "baton/rpc/stream/stream_flow.h"
#include "baton/rpc/stream/stream_state.h"
#include "baton/rpc/stream/stream_times.h"

namespace baton::rpc {

// Starts the attempts of a stream, and does what follows from their ends. Runs
// the user's classifier and observers. Used on the call's strand.
class StreamRetries {
 public:
  // All must outlive this object.
  StreamRetries(StreamState& state, StreamTimes& times, StreamEnding& ending,
                StreamFlow& flow)
      : state_(state), times_(times), ending_(ending), flow_(flow) {}

  // Starts the first attempt, if there is time for it.
  void Begin(StreamEffects& effects);
  void StartAttempt(StreamEffects& effects);
  void RetryAfter(const Decision& decision, StreamEffects& effects);
  // The delay before the next attempt is over, or a wait for a connection.
  void OnEndOfWait(MonotonicTime now, StreamEffects& effects);

  // Does what follows from what the current attempt has brought.
  void Advance(StreamEffects& effects);
  // The current attempt has ended.
  void OnAttemptEnd(StreamEffects& effects);
  // The current attempt brings nothing any more.
  void OnIdle(StreamEffects& effects);
  // Its channel did not connect in time, which is decided and recorded.
  void OnNotConnected(const Decision& decision, StreamEffects& effects);
  // The server has not begun to respond in time.
  void OnUnanswered(MonotonicTime now, StreamEffects& effects);

 private:
  StreamState& state_;
  StreamTimes& times_;
  StreamEnding& ending_;
  StreamFlow& flow_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_RETRIES_H_
