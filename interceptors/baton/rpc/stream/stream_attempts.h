// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_ATTEMPTS_H_
#define BATON_RPC_STREAM_STREAM_ATTEMPTS_H_

#include <memory>
#include <utility>
#include <vector>

#include "baton/rpc/grpc/in_place_batch.h"
#include "baton/rpc/stream/driver/stream_attempt.h"
#include "baton/rpc/stream/stream_reader.h"
#include "baton/rpc/stream/stream_writer.h"

namespace baton::rpc {

// The attempts of a stream that are on their way: one, or several copies of it
// while it is hedged. What happens to one of them happens as if it were the
// only one: it is taken to hand, and the reader and the writer stand where it
// does. Where the others stand is kept here. Used on the call's strand.
class StreamAttempts {
 public:
  // Both must outlive it.
  StreamAttempts(StreamReader& reader, StreamWriter& writer)
      : reader_(reader), writer_(writer) {}

  // The one at hand; null if none is on its way.
  const std::shared_ptr<StreamAttempt>& attempt() const {
    return current_.attempt;
  }
  bool has_others() const { return !others_.empty(); }
  // Whether one of them is in place.
  bool HasInPlace() const;
  // It is not started yet: no operation may be started on it. So it is if there
  // is none.
  bool starting() const { return current_.starting; }
  void OnStarted() { current_.starting = false; }
  // The status is there, but a read that may still bring a message may not be.
  bool ended() const { return current_.ended; }
  void OnEnd() { current_.ended = true; }
  // Returns whether the status is to be read now, which happens once.
  bool AwaitEnd() { return !std::exchange(current_.awaits_end, true); }

  // Another one, which is at hand from now on.
  void Add(std::shared_ptr<StreamAttempt> attempt);
  // Takes this one to hand. False: it is none of these, since it was given up.
  bool MakeCurrent(const std::shared_ptr<StreamAttempt>& attempt) {
    return attempt == current_.attempt || MakeOtherCurrent(attempt.get());
  }
  // Takes one to hand of which initial metadata has come, if any; one that has
  // something in it, if any.
  void MakeCurrentWithMetadata();

  // The one at hand is on its way no more; it is another one's turn, if there
  // is another. Or the others are not, or all of them.
  void RemoveCurrent();
  void DiscardOthers() { others_.clear(); }
  void Clear();

 private:
  struct State {
    std::shared_ptr<StreamAttempt> attempt;
    bool starting = true;
    bool awaits_end = false;
    bool ended = false;
  };
  // One that is not at hand, and where it stands.
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
    kPasses,   // lets everything pass: the stream is committed to the attempt
    kTaken,    // hijacks new batches: the attempt has failed, or another won
  };
  Stage stage = Stage::kNone;
  ApplicationQueue queue;
  std::shared_ptr<StreamAttempt> attempt;
  // A batch of the application receives its initial metadata.
  bool application_asks_for_headers = false;
  // A batch of the application reads a message of it. Not while it passes.
  bool reads = false;
  // Another one receives its initial metadata.
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
