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

// The receiving half of a stream: keeps the batches of the application that
// wait for something, reads a message when one of them wants it and not before,
// which is what gives back-pressure, and answers them. Used on the call's
// strand.
class StreamReader {
 public:
  // The streams of a process read this much ahead, and the messages that they
  // are just reading.
  static constexpr int64_t kMostBytesOfProcess = 64 << 20;

  StreamReader();
  // `limit` must outlive this object.
  explicit StreamReader(core::ReplayLimit& limit);

  void Hold(InterceptorBatchMethods* batch, StreamWish wish);
  // Holds a batch that has come back from the application's own call, and has
  // brought nothing that the application may see. A message goes into `buffer`.
  void HoldBack(InterceptorBatchMethods* batch, StreamWish wish,
                grpc::ByteBuffer* buffer);

  // Is a message wanted that has not come?
  bool WantsMessage() const;
  // Does the application read? The only response, which comes with the end, is
  // asked for long before.
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
  // No message comes any more.
  bool at_end() const { return position_.at_end; }
  bool reads() const { return position_.reads; }

  // Starts to read, if a message is wanted; `probes`: even if none is.
  // `ahead`: beside those that nobody has asked for yet, of which few are kept.
  void Pump(bool probes, bool ahead, StreamEffects& effects);
  // It has come to its end, with a message or without.
  void OnRead(bool ok, grpc::ByteBuffer& message);
  // `final_metadata`: it is what the server has sent, and not what stands in
  // for it.
  void OnMetadata(bool final_metadata) {
    position_.has_metadata = true;
    position_.metadata_final = final_metadata;
  }

  // How far an attempt has come.
  struct Position {
    bool has_metadata = false;
    bool metadata_final = false;
    bool reads = false;
    bool at_end = false;
  };
  const Position& position() const { return position_; }
  // From now on it is about the attempt that has come so far. Only before the
  // first message.
  void SetPosition(const Position& position) { position_ = position; }
  // The application has read all messages of the attempt in place.
  void NoteEnd() { position_.at_end = true; }
  // It is about one that begins.
  void Rewind() { position_ = Position(); }

  // Gives a message that has come to the batch that wants one, if any. Not OK
  // if it cannot be read, which ends the call.
  grpc::Status GiveMessage();
  // Has a message come that nobody has asked for?
  bool has_message() const { return !messages_.empty(); }
  // It is not wanted any more.
  void DropMessages();
  // Called when the application cancels the stream. If no batch waits for a
  // message, GiveMessage() does nothing until StopWithholding().
  void Withhold() {
    withholds_ =
        (position_.reads || has_message()) && WaitsForMessage() == nullptr;
  }
  void StopWithholding() { withholds_ = false; }

  // Lets go on what has got all that it waits for; all, if the call has
  // `finished`.
  void Complete(bool finished, StreamEffects& effects);
  // Nobody waits any more.
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
  // The batch that waits for a message and has none.
  Held* WaitsForMessage();

  // By what they wait for longest: metadata, a message, or the status.
  Held held_[StreamEffects::kReceives];
  // An empty list has no memory of its own, unlike a deque.
  std::list<grpc::ByteBuffer> messages_;
  std::size_t bytes_ = 0;  // in them
  std::size_t latest_size_ = 0;
  bool withholds_ = false;
  // What they take of the limit of the process. Empty if the application reads
  // as fast as messages arrive.
  core::ReplayAccount account_;
  Position position_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_READER_H_
