// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_ENDING_H_
#define BATON_RPC_STREAM_STREAM_ENDING_H_

#include "baton/decision.h"
#include "baton/rpc/stream/stream_effects.h"
#include "baton/rpc/stream/stream_state.h"
#include "baton/rpc/stream/stream_times.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Ends a stream, and completes its batches. Runs observers of the user. Used on
// the call's strand.
class StreamEnding {
 public:
  // Both must outlive this object.
  StreamEnding(StreamState& state, StreamTimes& times)
      : state_(state), times_(times) {}

  // The outcome is settled.
  void Finish(grpc::Status status, const Decision& decision,
              StreamEffects& effects);
  // The same, with the attempt that failed before the wait.
  void FinishWithFailed(const Decision& decision, StreamEffects& effects);
  // The same before the attempts have ended, which are discarded.
  void Abort(const grpc::Status& status, const Decision& decision,
             StreamEffects& effects);
  // The same with the winner, whose status is known.
  void FinishWithWinner(const Decision& decision, StreamEffects& effects);

  // The call ends with this status, unless it has ended already.
  void CancelWith(const grpc::Status& status, StreamEffects& effects);
  // The application has cancelled, and now the only attempt has ended.
  void OnEndAfterCancel(StreamEffects& effects);
  void OnParentEnd(StreamEffects& effects);
  void OnRetryStop(StreamEffects& effects);
  void OnAbandon(StreamEffects& effects);

  // Completes the batches that have got what they wait for.
  void CompleteReceives(StreamEffects& effects);

 private:
  StreamState& state_;
  StreamTimes& times_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_ENDING_H_
