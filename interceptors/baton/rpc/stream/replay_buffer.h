// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_REPLAY_BUFFER_H_
#define BATON_RPC_STREAM_REPLAY_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <list>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "baton/core/limits/replay_limit.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/slice.h"

namespace baton::rpc {

// What the application has sent on a stream, and how much of it the present
// attempt has been given. As long as it is kept, all of it can be given to
// another attempt, from the start; from then on only what waits to be sent is
// here. Not thread-safe.
class ReplayBuffer {
 public:
  // A message that is kept counts as its bytes and this: without it, messages
  // of a few bytes, or of none, would take many times what the limits say.
  static constexpr int64_t kKeptOverhead = 64;
  // A message that waits, as its bytes and this: it is in a buffer of gRPC's.
  static constexpr int64_t kWaitingOverhead = 512;

  // `budget` must outlive it. Limits are in bytes.
  ReplayBuffer(core::ReplayLimit& limit, int64_t max_per_call,
               int64_t max_per_process)
      : account_(limit, max_per_call, max_per_process) {}

  // Takes a message out of `message`. False if it is too much to be kept:
  // nothing has changed then. Once nothing is kept there is always room, and
  // it is for the caller not to add before the last message has gone.
  bool TryAdd(grpc::ByteBuffer& message);
  // Keeps a message that the attempt has got already. Returns false as TryAdd()
  // does. Only while everything is kept, and no message waits.
  bool TryKeepSent(const grpc::ByteBuffer& message);
  // The application will send no more. After the last message.
  void Close() { closed_ = true; }
  bool closed() const { return closed_; }

  // How far an attempt has been given it.
  struct Position {
    std::size_t next = 0;
    int64_t payload_waiting = 0;
  };
  Position position() const { return position_; }
  // From now on the present attempt is the one that has got so far, or one that
  // is given everything. Only while all is kept.
  void SetPosition(const Position& position) { position_ = position; }
  void Rewind() { position_ = Position{0, payload_kept_}; }
  // Nothing is kept any more but what the present attempt has not got.
  void StopKeeping();
  bool keeps() const { return keeps_; }

  // The next message for the attempt, if there is one; and is it the last?
  bool HasNext() const { return waiting() > 0; }
  bool NextIsLast() const { return closed_ && waiting() == 1; }
  // References the same bytes; takes them, if they are not kept.
  grpc::ByteBuffer TakeNext();

  // In messages that the present attempt has not got, as they count.
  int64_t bytes_waiting() const {
    return position_.payload_waiting +
           static_cast<int64_t>(waiting()) * kWaitingOverhead;
  }
  // As they count.
  int64_t bytes_kept() const { return account_.bytes(); }

 private:
  // The bytes of one message. Nearly always they are in one piece, and then
  // this takes a tenth of what gRPC's own buffer does.
  using Message = absl::InlinedVector<grpc::Slice, 1>;

  std::size_t waiting() const {
    return keeps_ ? kept_.size() - position_.next : passing_.size();
  }

  core::ReplayAccount account_;
  // While everything is kept: that.
  std::vector<Message> kept_;
  int64_t payload_kept_ = 0;
  // From then on: what waits.
  std::list<grpc::ByteBuffer> passing_;
  Position position_;
  bool keeps_ = true;
  bool closed_ = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_REPLAY_BUFFER_H_
