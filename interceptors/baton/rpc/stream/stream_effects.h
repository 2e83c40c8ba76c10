// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_EFFECTS_H_
#define BATON_RPC_STREAM_STREAM_EFFECTS_H_

#include <memory>
#include <optional>

#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/stream/driver/stream_attempt.h"
#include "baton/rpc/stream/stream_batch.h"
#include "grpcpp/support/byte_buffer.h"

namespace baton::rpc {

// What a change in the state of a stream asks for. It is done when the state
// has changed, since it runs interceptors and code of the application, which
// may start further changes.
struct StreamEffects {
  struct SendCompletion {
    InterceptorBatchMethods* batch = nullptr;
    bool failed = false;
    // The batch has come back from the application's own call.
    bool is_back = false;
  };
  struct ReceiveCompletion {
    InterceptorBatchMethods* batch = nullptr;
    StreamWish wish;
    // It has been read into the batch.
    bool has_message = false;
    // The batch has come back from the application's own call. It has brought
    // nothing that the application may see.
    bool is_back = false;
    grpc::ByteBuffer* buffer = nullptr;  // where its message goes then
    // It has got all that it waits for.
    bool complete = false;
  };
  // One for each kind of batch that may wait at the same time.
  static constexpr int kReceives = 3;

  // An attempt to be started.
  std::shared_ptr<StreamAttempt> start;
  bool start_corked = false;
  // One on which operations are to be started.
  std::shared_ptr<StreamAttempt> attempt;
  std::optional<grpc::ByteBuffer> write;
  bool write_is_last = false;
  bool writes_done = false;
  bool read = false;
  bool await_headers = false;
  bool await_end = false;
  // `read` and `await_end` are one operation.
  bool read_with_end = false;
  // Returns whether StartOperations() has something to do.
  bool HasOperations() const {
    return write.has_value() || writes_done || await_headers || read ||
           await_end;
  }

  // A batch on which nothing waits.
  InterceptorBatchMethods* proceed = nullptr;
  SendCompletion send;
  ReceiveCompletion receives[kReceives];
  // What they are filled from: the attempt that the call is committed to, if
  // what is wanted has come from it.
  const StreamAttempt* metadata_from = nullptr;
  const StreamAttempt* trailers_from = nullptr;
};

// Starts the operations on `effects.attempt`.
void StartOperations(StreamEffects& effects);
// Lets a batch go on that sends something. It is hijacked.
void Proceed(const StreamEffects::SendCompletion& completion);

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_EFFECTS_H_
