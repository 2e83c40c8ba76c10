// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_IN_PLACE_EVENTS_H_
#define BATON_RPC_STREAM_IN_PLACE_EVENTS_H_

#include <map>
#include <string>

#include "baton/monotonic_time.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/stream/stream_batch.h"
#include "baton/rpc/stream/stream_effects.h"
#include "baton/rpc/stream/stream_flow.h"
#include "baton/rpc/stream/stream_retries.h"
#include "baton/rpc/stream/stream_state.h"
#include "baton/rpc/stream/stream_times.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// What becomes of a stream at each event of its first attempt in place. See
// InPlaceBatches. Used on the call's strand.
class InPlaceEvents {
 public:
  // All must outlive this object.
  InPlaceEvents(StreamState& state, StreamTimes& times, StreamFlow& flow,
                StreamRetries& retries)
      : state_(state), times_(times), flow_(flow), retries_(retries) {}

  InPlaceStream& stream() { return state_.in_place; }
  bool waits_for_ready() const { return state_.session.plan().wait_for_ready; }

  // The stream begins, with this metadata.
  void Begin(std::multimap<std::string, std::string>& metadata,
             StreamEffects& effects);
  // A batch sends a message, if `message` is not null, or the end of them.
  void OnSend(const grpc::ByteBuffer* message, bool closes,
              StreamEffects& effects);
  // A batch has come back with a message, or with initial metadata. They return
  // whether the application may have it.
  bool OnMessage(StreamEffects& effects);
  bool OnHeaders(bool empty, bool trailers_only, StreamEffects& effects);
  // A batch has come back with nothing for the application. Holds it.
  void HoldBack(InterceptorBatchMethods* batch, StreamWish wish,
                grpc::ByteBuffer* buffer, StreamEffects& effects);
  // The same for a batch that sends. Returns whether it is held.
  bool HoldBackSend(InterceptorBatchMethods* batch, StreamEffects& effects);
  // Returns whether the attempt has brought no message yet. The stream may be
  // committed. A batch has then come back with the first one.
  bool AwaitsMessage() const { return !state_.session.has_response(); }
  void OnLaterMessage();
  // A batch of the application has brought the status, which may change.
  void OnStatus(grpc::Status& status, StreamEffects& effects);

  // The timer has fired while the attempt runs.
  void OnDue(MonotonicTime now, StreamEffects& effects);
  // A batch that ends the call was hijacked before the stream has begun.
  void OnIdleWait();

 private:
  StreamState& state_;
  StreamTimes& times_;
  StreamFlow& flow_;
  StreamRetries& retries_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_IN_PLACE_EVENTS_H_
