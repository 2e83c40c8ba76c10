// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/replay_buffer.h"

namespace baton::rpc {

bool ReplayBuffer::TryAdd(grpc::ByteBuffer& message) {
  if (keeps_ && !account_.TryAdd(static_cast<int64_t>(message.Length()))) {
    return false;
  }
  // A ByteBuffer that is moved is copied.
  messages_.emplace_back().Swap(&message);
  return true;
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
  if (keeps_) return messages_[next_++];
  grpc::ByteBuffer message;
  message.Swap(&messages_.front());
  messages_.pop_front();
  return message;
}

}  // namespace baton::rpc
