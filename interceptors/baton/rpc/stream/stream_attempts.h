// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_ATTEMPTS_H_
#define BATON_RPC_STREAM_STREAM_ATTEMPTS_H_

#include <memory>
#include <vector>

#include "baton/rpc/stream/stream_attempt.h"
#include "baton/rpc/stream/stream_reader.h"
#include "baton/rpc/stream/stream_writer.h"

namespace baton::rpc {

// The attempts of a stream that are on their way: one, or several copies of it
// while it is hedged. What happens to one of them happens as if it were the
// only one: it is taken to hand, and the reader and the writer stand where it
// does. Where the others stand is kept here. Used on the call's strand.
class StreamCopies {
 public:
  // Both must outlive it.
  StreamCopies(StreamReader& reader, StreamWriter& writer)
      : reader_(reader), writer_(writer) {}

  // The one at hand; null if none is on its way.
  const std::shared_ptr<StreamAttempt>& attempt() const {
    return at_hand_.attempt;
  }
  // It is not started yet: no operation may be started on it. So it is if there
  // is none.
  bool starting() const { return at_hand_.starting; }
  void OnStarted() { at_hand_.starting = false; }
  // The status is there, but a read that may still bring a message may not be.
  bool ended() const { return at_hand_.ended; }
  void OnEnd() { at_hand_.ended = true; }

  // Another one, which is at hand from now on.
  void Add(std::shared_ptr<StreamAttempt> attempt);
  // Takes this one to hand. False: it is none of these, since it was given up.
  bool Take(const std::shared_ptr<StreamAttempt>& attempt) {
    return attempt == at_hand_.attempt || TakeOther(attempt.get());
  }
  // Takes one to hand of which initial metadata has come, if any; one that has
  // something in it, if any.
  void TakeOneWithMetadata();

  // The one at hand is on its way no more; it is another one's turn, if there
  // is another. Or the others are not, or all of them.
  void Drop();
  void DropOthers() { others_.clear(); }
  void Clear();

 private:
  struct Copy {
    std::shared_ptr<StreamAttempt> attempt;
    bool starting = true;
    bool ended = false;
  };
  // One that is not at hand, and where it stands.
  struct Other {
    Copy copy;
    StreamReader::Place read;
    StreamWriter::Place written;
  };

  bool TakeOther(const StreamAttempt* attempt);
  void Take(Other& other);

  StreamReader& reader_;
  StreamWriter& writer_;
  Copy at_hand_;
  std::vector<Other> others_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_ATTEMPTS_H_
