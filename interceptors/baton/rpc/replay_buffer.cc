// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/replay_buffer.h"

namespace baton::rpc {

bool ReplayBuffer::TryAdd(grpc::ByteBuffer& message) {
  const auto bytes = static_cast<int64_t>(message.Length());
  if (keeps_ && !account_.TryAdd(bytes)) return false;
  place_.bytes_waiting += bytes;
  // A ByteBuffer that is moved is copied.
  messages_.emplace_back().Swap(&message);
  return true;
}

void ReplayBuffer::StopKeeping() {
  if (!keeps_) return;
  keeps_ = false;
  messages_.erase(messages_.begin(),
                  messages_.begin() + static_cast<std::ptrdiff_t>(place_.next));
  place_.next = 0;
  account_.Clear();
}

grpc::ByteBuffer ReplayBuffer::TakeNext() {
  grpc::ByteBuffer message;
  if (keeps_) {
    message = messages_[place_.next++];
  } else {
    message.Swap(&messages_.front());
    messages_.pop_front();
  }
  place_.bytes_waiting -= static_cast<int64_t>(message.Length());
  return message;
}

}  // namespace baton::rpc
