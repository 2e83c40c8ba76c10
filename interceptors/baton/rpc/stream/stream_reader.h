// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_READER_H_
#define BATON_RPC_STREAM_STREAM_READER_H_

#include <cstddef>
#include <cstdint>
#include <list>

#include "baton/core/limits/replay_limit.h"
#include "baton/rpc/grpc/interception.h"
#include "baton/rpc/stream/stream_batch.h"
#include "baton/rpc/stream/stream_effects.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// The receiving half of a stream. Holds the batches of the application that
// wait for something, and completes them. Reads a message only when a batch
// waits for it. This gives back-pressure. Owned by StreamState. Used on the
// call's strand.
class StreamReader {
 public:
  // The bytes that all streams of the process together may read ahead. The
  // messages of reads in flight come on top.
  static constexpr int64_t kMostBytesOfProcess = 64 << 20;

  StreamReader();
  // `limit` must outlive this object.
  explicit StreamReader(core::ReplayLimit& limit);

  // Holds a hijacked batch until it has received what it waits for.
  void Hold(InterceptorBatchMethods* batch, StreamWish wish);
  // Holds a batch that has come back from the application's own call, and has
  // brought nothing that the application may see. A message goes into `buffer`.
  void HoldBack(InterceptorBatchMethods* batch, StreamWish wish,
                grpc::ByteBuffer* buffer);

  // Returns whether a batch waits for a message that has not arrived.
  bool WantsMessage() const;
  // Returns whether the application waits for a message. A batch that receives
  // the only response of the stream counts only if the application has sent all
  // its messages, because it waits from the start.
  bool AwaitsMessage(bool all_sent) const;
  // Returns whether a batch waits only for initial metadata.
  bool WantsMetadata() const {
    return Slot(StreamWish{true, false, false}).batch != nullptr;
  }
  // Returns whether a batch waits for the status.
  bool WantsStatus() const {
    return Slot(StreamWish{false, false, true}).batch != nullptr;
  }
  // Returns whether a batch waits for the only response of the stream, which
  // arrives together with the status.
  bool WantsResponse() const {
    return WantsStatus() && Slot(StreamWish{false, false, true}).wish.message;
  }
  bool has_metadata() const { return position_.has_metadata; }
  // Returns whether the attempt brings no further message.
  bool at_end() const { return position_.at_end; }
  bool reads() const { return position_.reads; }

  // Starts to read if a batch waits for a message. `probes`: reads one message
  // even if no batch waits. `ahead`: keeps a few messages that no batch has
  // asked for.
  void Pump(bool probes, bool ahead, StreamEffects& effects);
  // A read has ended. `ok`: with a message.
  void OnRead(bool ok, grpc::ByteBuffer& message);
  // The attempt has its initial metadata. `final_metadata`: the server has sent
  // them. Otherwise they are empty, and others may follow.
  void OnMetadata(bool final_metadata) {
    position_.has_metadata = true;
    position_.metadata_final = final_metadata;
  }

  // What an attempt has received.
  struct Position {
    bool has_metadata = false;
    bool metadata_final = false;
    bool reads = false;
    bool at_end = false;
  };
  const Position& position() const { return position_; }
  // Continues with another attempt, which has this position. Requires that no
  // attempt has brought a message.
  void SetPosition(const Position& position) { position_ = position; }
  // The application has read all messages of the attempt in place.
  void NoteEnd() { position_.at_end = true; }
  // Continues with an attempt that begins.
  void Rewind() { position_ = Position(); }

  // Gives a message that has arrived to the batch that waits for one, if there
  // are both. Returns an error if the message cannot be parsed. The caller must
  // then end the call.
  grpc::Status GiveMessage();
  // Returns whether a message has arrived that no batch has asked for.
  bool has_message() const { return !messages_.empty(); }
  // Drops these messages.
  void DropMessages();
  // Called when the application cancels the stream. If no batch waits for a
  // message, GiveMessage() does nothing until StopWithholding().
  void Withhold() {
    withholds_ =
        (position_.reads || has_message()) && WaitsForMessage() == nullptr;
  }
  void StopWithholding() { withholds_ = false; }

  // Completes each batch that has received all that it waits for. `finished`:
  // the call has ended, so completes all batches.
  void Complete(bool finished, StreamEffects& effects);
  // Forgets the batches, because the application has destroyed the call.
  void Drop();

 private:
  using Held = StreamEffects::ReceiveCompletion;

  static constexpr std::size_t kMostAhead = 16;
  static constexpr std::size_t kMostBytesAhead = 64 << 10;
  // The size of a message is known only when it has been read. Streams with
  // larger messages are therefore not read ahead.
  static constexpr std::size_t kLargestAhead = 16 << 10;

  bool HasRoomAhead();

  const Held& Slot(StreamWish wish) const;
  // Returns the batch that waits for a message. Null: no batch does.
  Held* WaitsForMessage();

  // The batches. The index is the last thing that a batch waits for: 0 initial
  // metadata, 1 a message, 2 the status.
  Held held_[StreamEffects::kReceives];
  // An empty list has no memory of its own, unlike a deque.
  std::list<grpc::ByteBuffer> messages_;
  std::size_t bytes_ = 0;  // of messages_
  std::size_t latest_size_ = 0;
  bool withholds_ = false;  // see Withhold()
  // The share of messages_ in the limit of the process. Empty if the
  // application reads as fast as messages arrive.
  core::ReplayAccount account_;
  Position position_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_READER_H_
