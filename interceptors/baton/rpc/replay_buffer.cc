// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/replay_buffer.h"

namespace baton::rpc {

bool ReplayBuffer::TryAdd(grpc::ByteBuffer& message) {
  const auto bytes = static_cast<int64_t>(message.Length());
  if (keeps_ && !account_.TryAdd(bytes)) return false;
  bytes_waiting_ += bytes;
  // A ByteBuffer that is moved is copied.
  messages_.emplace_back().Swap(&message);
  return true;
}

void ReplayBuffer::Rewind() {
  next_ = 0;
  bytes_waiting_ = account_.bytes();
}

void ReplayBuffer::StopKeeping() {
  if (!keeps_) return;
  keeps_ = false;
  messages_.erase(messages_.begin(),
                  messages_.begin() + static_cast<std::ptrdiff_t>(next_));
  next_ = 0;
  account_.Clear();
}

grpc::ByteBuffer ReplayBuffer::TakeNext() {
  grpc::ByteBuffer message;
  if (keeps_) {
    message = messages_[next_++];
  } else {
    message.Swap(&messages_.front());
    messages_.pop_front();
  }
  bytes_waiting_ -= static_cast<int64_t>(message.Length());
  return message;
}

}  // namespace baton::rpc
