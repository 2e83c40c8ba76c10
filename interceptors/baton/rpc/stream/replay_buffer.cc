// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/replay_buffer.h"

#include <utility>
#include <vector>

namespace baton::rpc {
namespace {

using Slices = absl::InlinedVector<grpc::Slice, 1>;

grpc::ByteBuffer ToBuffer(const Slices& message) {
  return grpc::ByteBuffer(message.data(), message.size());
}

Slices SlicesOf(const grpc::ByteBuffer& message) {
  grpc::Slice only;
  if (message.TrySingleSlice(&only).ok()) return {std::move(only)};
  std::vector<grpc::Slice> slices;
  // Fails of a buffer alone that is none, and then there are no slices.
  (void)message.Dump(&slices);
  return Slices(slices.begin(), slices.end());
}

}  // namespace

bool ReplayBuffer::TryAdd(grpc::ByteBuffer& message) {
  const auto bytes = static_cast<int64_t>(message.Length());
  if (keeps_) {
    if (!account_.TryAdd(bytes + kKeptOverhead)) return false;
    kept_.push_back(SlicesOf(message));
    payload_kept_ += bytes;
    message.Clear();
  } else {
    // A ByteBuffer that is moved is copied.
    passing_.emplace_back().Swap(&message);
  }
  position_.payload_waiting += bytes;
  return true;
}

bool ReplayBuffer::TryKeepSent(const grpc::ByteBuffer& message) {
  if (!keeps_) return false;
  Slices slices = SlicesOf(message);
  int64_t bytes = 0;
  for (const grpc::Slice& slice : slices) {
    bytes += static_cast<int64_t>(slice.size());
  }
  if (!account_.TryAdd(bytes + kKeptOverhead)) return false;
  kept_.push_back(std::move(slices));
  payload_kept_ += bytes;
  position_.next = kept_.size();
  return true;
}

void ReplayBuffer::StopKeeping() {
  if (!keeps_) return;
  for (; position_.next < kept_.size(); ++position_.next) {
    passing_.push_back(ToBuffer(kept_[position_.next]));
  }
  keeps_ = false;
  std::vector<Message>().swap(kept_);
  position_.next = 0;
  payload_kept_ = 0;
  account_.Clear();
}

grpc::ByteBuffer ReplayBuffer::TakeNext() {
  grpc::ByteBuffer message;
  if (keeps_) {
    message = ToBuffer(kept_[position_.next++]);
  } else {
    message.Swap(&passing_.front());
    passing_.pop_front();
  }
  position_.payload_waiting -= static_cast<int64_t>(message.Length());
  return message;
}

}  // namespace baton::rpc
