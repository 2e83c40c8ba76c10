// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_IN_PLACE_BATCHES_H_
#define BATON_RPC_STREAM_IN_PLACE_BATCHES_H_

#include "absl/container/inlined_vector.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/stream/stream_effects.h"
#include "baton/rpc/stream/stream_machine.h"
#include "grpcpp/support/byte_buffer.h"

namespace baton::rpc {

// The batches of a stream whose first attempt is in place, until
// the stream is committed to that attempt. They pass to the application's own
// call. Baton holds a batch that completes with a failure until it is known
// whether another attempt follows.
//
// The batch that receives the status is an exception. It is hijacked, and Baton
// receives the status itself: the operation that receives the response of a
// client-streaming call cannot be completed twice.
//
// Owned by the call. Used on its strand.
class InPlaceBatches {
 public:
  // `machine` must outlive this object.
  explicit InPlaceBatches(StreamMachine& machine) : machine_(machine) {}

  // A batch before it is sent, or one that has come back.
  void OnBatch(InterceptorBatchMethods* batch, StreamEffects& effects);

 private:
  // A batch between its two visits.
  struct Visitor {
    InterceptorBatchMethods* batch;
    grpc::ByteBuffer* buffer;  // for its message; null: it receives none
    bool awaits_headers;
    bool passes;  // it only has to go on
  };

  void OnDown(InterceptorBatchMethods* batch, StreamEffects& effects);
  void Watch(InterceptorBatchMethods* batch, StreamEffects& effects);
  void Hijack(InterceptorBatchMethods* batch, StreamEffects& effects);
  void OnBack(const Visitor& visitor, StreamEffects& effects);
  // Returns whether the batch is held.
  bool HoldIfFailed(const Visitor& visitor, StreamEffects& effects);

  StreamMachine& machine_;
  absl::InlinedVector<Visitor, 2> batches_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_IN_PLACE_BATCHES_H_
