// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_ATTEMPTS_H_
#define BATON_RPC_STREAM_STREAM_ATTEMPTS_H_

#include <memory>
#include <utility>
#include <vector>

#include "baton/rpc/grpc/in_place/application_receive.h"
#include "baton/rpc/stream/driver/stream_attempt.h"
#include "baton/rpc/stream/stream_reader.h"
#include "baton/rpc/stream/stream_writer.h"

namespace baton::rpc {

// The attempts of a stream that are in flight: one, or several while the stream
// is hedged. One of them is the current attempt. Reader and writer have its
// positions. This class keeps the positions of the other attempts. Before an
// event of another attempt, this attempt becomes the current one. Owned by
// StreamState. Used on the call's strand.
class StreamAttempts {
 public:
  // Both must outlive this object.
  StreamAttempts(StreamReader& reader, StreamWriter& writer)
      : reader_(reader), writer_(writer) {}

  // Returns the current attempt. Null: no attempt is in flight.
  const std::shared_ptr<StreamAttempt>& attempt() const {
    return current_.attempt;
  }
  bool has_others() const { return !others_.empty(); }
  // Returns whether one of the attempts is in place.
  bool HasInPlace() const;
  // Returns whether the current attempt has not started yet. No operation may
  // start on it until then. Also true if there is no attempt.
  bool starting() const { return current_.starting; }
  void OnStarted() { current_.starting = false; }
  // Returns whether the current attempt has received its status. One of its
  // reads may still bring a message.
  bool ended() const { return current_.ended; }
  void OnEnd() { current_.ended = true; }
  // Returns true the first time: the caller must then receive the status of the
  // current attempt.
  bool AwaitEnd() { return !std::exchange(current_.awaits_end, true); }

  // Adds an attempt, and makes it the current one.
  void Add(std::shared_ptr<StreamAttempt> attempt);
  // Makes this attempt the current one. Returns false if it was discarded.
  bool MakeCurrent(const std::shared_ptr<StreamAttempt>& attempt) {
    return attempt == current_.attempt || MakeOtherCurrent(attempt.get());
  }
  // Makes an attempt the current one that has received initial metadata.
  // Prefers an attempt whose initial metadata are not empty. Does nothing if no
  // attempt has received any.
  void MakeCurrentWithMetadata();

  // Removes the current attempt. Makes another attempt the current one, if
  // there is one.
  void RemoveCurrent();
  // Removes all attempts except the current one.
  void DiscardOthers() { others_.clear(); }
  // Removes all attempts.
  void Clear();

 private:
  struct State {
    std::shared_ptr<StreamAttempt> attempt;
    bool starting = true;
    bool awaits_end = false;
    bool ended = false;
  };
  // An attempt that is not the current one, and its positions.
  struct Other {
    State state;
    StreamReader::Position read;
    StreamWriter::Position written;
  };

  bool MakeOtherCurrent(const StreamAttempt* attempt);
  void MakeCurrent(Other& other);

  StreamReader& reader_;
  StreamWriter& writer_;
  State current_;
  std::vector<Other> others_;
};

// The first attempt of a stream in place, and what Baton does with the batches
// of the application.
struct InPlaceStream {
  enum class Stage {
    kNone,     // there is no such attempt: the stream is hijacked
    kWatches,  // lets batches pass, and looks at those that come back
    kPasses,   // lets all batches pass: the stream is committed to the attempt
    kTaken,    // hijacks new batches: the attempt has failed, or another won
  };
  Stage stage = Stage::kNone;
  ApplicationQueue queue;
  std::shared_ptr<StreamAttempt> attempt;
  // A batch of the application receives its initial metadata.
  bool application_asks_for_headers = false;
  // A batch of the application reads a message. False in the stage kPasses.
  bool reads = false;
  // Another batch of the application receives the initial metadata.
  bool awaits_headers = false;

  void Pass() {
    if (stage == Stage::kWatches) stage = Stage::kPasses;
    reads = reads && stage != Stage::kPasses;
  }
  // The stream is over. If the attempt has not started, no later batch may
  // start it: the attempt would reach the server without the metadata of Baton.
  void End() {
    if (stage == Stage::kWatches && attempt == nullptr) stage = Stage::kTaken;
    Pass();
  }
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_ATTEMPTS_H_
