// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_WRITER_H_
#define BATON_RPC_STREAM_STREAM_WRITER_H_

#include <cstdint>
#include <optional>

#include "baton/rpc/call/call_plan.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/stream/replay_buffer.h"
#include "baton/rpc/stream/stream_batch.h"
#include "baton/rpc/stream/stream_effects.h"
#include "grpcpp/support/byte_buffer.h"

namespace baton::rpc {

// The sending half of a stream: gives each attempt what the application has
// sent, in order, one operation at a time, and lets a batch of the application
// go on when what it sends has been taken by the attempt, which is what gives
// back-pressure. While there is no attempt, what fits the replay buffer is
// taken at once. Used on the call's strand.
class StreamWriter {
 public:
  // Keeps as much as the plan's policy allows. `behind`: a batch may go on
  // although a little has not been taken by the attempt.
  StreamWriter(const CallPlan& plan, bool behind);

  // What a batch sends. It waits; the calls below take what it sends and let it
  // go on. Null: one that goes on without us.
  void Hold(InterceptorBatchMethods* batch, StreamSending&& sending);

  // Keeps what a batch sends on the application's own call. Returns false if
  // there is no room.
  bool Keep(const grpc::ByteBuffer* message, bool closes);
  // Holds a batch that has come back from the application's own call with a
  // failure. All that it sends is kept.
  void HoldBack(InterceptorBatchMethods* batch);
  // The attempt takes nothing any more.
  void NoteBroken() { position_.broken = true; }

  // Takes what the batch that waits wants to send. False if there is no room.
  bool TakePending();
  // Does a batch wait?
  bool holds() const { return held_ != nullptr; }
  bool HasPending() const { return pending_.has_value() || pending_close_; }
  // Nothing is kept any more.
  void StopKeeping() { buffer_.StopKeeping(); }

  // Is there something to be sent with the beginning of an attempt?
  bool HasNext() const { return buffer_.HasNext(); }
  // Has the application said that it will send no more?
  bool closed() const { return buffer_.closed(); }
  // The attempt takes nothing any more, but may still have an answer.
  bool broken() const { return position_.broken; }

  // An attempt has started, corked or not, and is given everything.
  void OnStarted(bool corked) {
    position_.operation = corked ? Operation::kNone : Operation::kBegin;
  }
  // The operation has ended.
  void OnWritten(bool ok);

  enum class Operation { kNone, kBegin, kMessage, kClose };
  // How far an attempt has come.
  struct Position {
    ReplayBuffer::Position sent;
    Operation operation = Operation::kNone;
    bool close_sent = false;
    bool broken = false;
  };
  Position position() const;
  // From now on it is about the attempt that has come so far, or about one that
  // begins. Only while everything is kept.
  void SetPosition(const Position& position);
  void Rewind();

  // Starts the next operation, unless one runs.
  void Pump(StreamEffects& effects);
  // Lets the batch that waits go on, if the attempt has got all it sends; or if
  // it never will, and is the only one that there can be.
  void CompleteIfDone(bool is_last_attempt, StreamEffects& effects);
  // The same if all it sends is kept.
  void CompleteIfTaken(StreamEffects& effects);
  // Lets it go on, and its message has failed.
  void Fail(StreamEffects& effects);
  // The same at the end of the attempt, unless its message is being sent: what
  // became of it, OnLastWritten() says.
  void FailUnlessSending(StreamEffects& effects);
  void OnLastWritten(bool ok, StreamEffects& effects);
  // Nobody waits any more.
  void Drop() { held_ = nullptr; }

 private:
  void Complete(bool failed, StreamEffects& effects);

  ReplayBuffer buffer_;
  const int64_t most_behind_;
  // The batch that waits, and what of it has not been taken.
  InterceptorBatchMethods* held_ = nullptr;
  bool held_has_message_ = false;
  bool held_is_back_ = false;
  std::optional<grpc::ByteBuffer> pending_;
  bool pending_close_ = false;
  Position position_;  // but for what was sent, which is in the buffer
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_WRITER_H_
