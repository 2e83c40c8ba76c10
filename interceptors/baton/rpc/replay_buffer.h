// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REPLAY_BUFFER_H_
#define BATON_RPC_REPLAY_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <deque>

#include "baton/core/replay_budget.h"
#include "grpcpp/support/byte_buffer.h"

namespace baton::rpc {

// What the application has sent on a stream, and how much of it the present
// attempt has been given. As long as it is kept, all of it can be given to
// another attempt, from the start; from then on only what waits to be sent is
// here. Not thread-safe.
class ReplayBuffer {
 public:
  // `budget` must outlive it. Limits are in bytes.
  ReplayBuffer(core::ReplayBudget& budget, int64_t max_per_call,
               int64_t max_per_process)
      : account_(budget, max_per_call, max_per_process) {}

  // Takes a message out of `message`. False if it is too much to be kept:
  // nothing has changed then. Once nothing is kept there is always room, and
  // it is for the caller not to add before the last message has gone.
  bool TryAdd(grpc::ByteBuffer& message);
  // The application will send no more. After the last message.
  void Close() { closed_ = true; }
  bool closed() const { return closed_; }

  // How far an attempt has been given it.
  struct Place {
    std::size_t next = 0;
    int64_t bytes_waiting = 0;
  };
  Place place() const { return place_; }
  // From now on the present attempt is the one that has got so far. Only while
  // all is kept.
  void SetPlace(const Place& place) { place_ = place; }
  // It is one that is given everything. Only while all is kept.
  void Rewind() { place_ = Place{0, account_.bytes()}; }
  // Nothing is kept any more but what the present attempt has not got.
  void StopKeeping();
  bool keeps() const { return keeps_; }

  // The next message for the attempt, if there is one; and is it the last?
  bool HasNext() const { return place_.next < messages_.size(); }
  bool NextIsLast() const {
    return closed_ && place_.next + 1 == messages_.size();
  }
  // References the same bytes; takes them, if they are not kept.
  grpc::ByteBuffer TakeNext();

  // In messages that the present attempt has not got.
  int64_t bytes_waiting() const { return place_.bytes_waiting; }
  int64_t bytes_kept() const { return account_.bytes(); }

 private:
  core::ReplayAccount account_;
  std::deque<grpc::ByteBuffer> messages_;
  Place place_;
  bool keeps_ = true;
  bool closed_ = false;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REPLAY_BUFFER_H_
