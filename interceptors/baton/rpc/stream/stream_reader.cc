// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_reader.h"

#include <utility>

#include "baton/rpc/grpc/message_decoder.h"

namespace baton::rpc {

namespace {

// What the streams of this process have read ahead. Never destroyed, as calls
// may outlive main().
core::ReplayLimit& ProcessLimit() {
  static auto* const limit = new core::ReplayLimit();
  return *limit;
}

}  // namespace

StreamReader::StreamReader() : StreamReader(ProcessLimit()) {}

StreamReader::StreamReader(core::ReplayLimit& limit)
    : account_(limit, kMostBytesOfProcess, kMostBytesOfProcess) {}

bool StreamReader::HasRoomAhead() {
  if (latest_size_ > kLargestAhead || messages_.size() >= kMostAhead ||
      bytes_ >= kMostBytesAhead) {
    return false;
  }
  const int64_t more = static_cast<int64_t>(bytes_) - account_.bytes();
  return more <= 0 || account_.TryAdd(more);
}

const StreamReader::Held& StreamReader::Slot(StreamWish wish) const {
  return held_[wish.status ? 2 : wish.message ? 1 : 0];
}

void StreamReader::Hold(InterceptorBatchMethods* batch, StreamWish wish) {
  Held& held = const_cast<Held&>(Slot(wish));
  held = Held();
  held.batch = batch;
  held.wish = wish;
}

void StreamReader::HoldBack(InterceptorBatchMethods* batch, StreamWish wish,
                            grpc::ByteBuffer* buffer) {
  Hold(batch, wish);
  Held& held = const_cast<Held&>(Slot(wish));
  held.is_back = true;
  held.buffer = buffer;
}

StreamReader::Held* StreamReader::WaitsForMessage() {
  for (Held& held : held_) {
    if (held.batch != nullptr && held.wish.message && !held.has_message) {
      return &held;
    }
  }
  return nullptr;
}

bool StreamReader::WantsMessage() const {
  return messages_.empty() &&
         const_cast<StreamReader*>(this)->WaitsForMessage() != nullptr;
}

bool StreamReader::AwaitsMessage(bool all_sent) const {
  const Held& read = held_[1];
  const Held& end = held_[2];
  return messages_.empty() && ((read.batch != nullptr && !read.has_message) ||
                               (end.batch != nullptr && end.wish.message &&
                                !end.has_message && all_sent));
}

grpc::Status StreamReader::GiveMessage() {
  Held* const held = WaitsForMessage();
  if (held == nullptr || messages_.empty() || withholds_) {
    return grpc::Status::OK;
  }
  grpc::ByteBuffer bytes;
  bytes.Swap(&messages_.front());
  messages_.pop_front();
  bytes_ -= bytes.Length();
  if (messages_.empty()) account_.Clear();
  if (held->is_back) {
    // gRPC decodes it when the batch completes.
    held->buffer->Swap(&bytes);
    held->has_message = true;
    return grpc::Status::OK;
  }
  grpc::Status read =
      DecodeMessage(bytes, *held->batch, held->batch->GetRecvMessage());
  held->has_message = read.ok();
  return read;
}

void StreamReader::Pump(bool probes, bool ahead, StreamEffects& effects) {
  if (position_.reads || position_.at_end) return;
  const bool wanted = messages_.empty() && (probes || WantsMessage());
  if (!wanted && !(ahead && HasRoomAhead())) return;
  position_.reads = true;
  effects.read = true;
}

void StreamReader::OnRead(bool ok, grpc::ByteBuffer& message) {
  position_.reads = false;
  if (ok) {
    latest_size_ = message.Length();
    bytes_ += latest_size_;
    messages_.emplace_back().Swap(&message);
  } else {
    position_.at_end = true;
  }
}

void StreamReader::DropMessages() {
  messages_.clear();
  bytes_ = 0;
  account_.Clear();
}

void StreamReader::Complete(bool finished, StreamEffects& effects) {
  for (int i = 0; i < StreamEffects::kReceives; ++i) {
    Held& held = held_[i];
    if (held.batch == nullptr) continue;
    const bool complete = held.wish.status    ? finished
                          : held.wish.message ? held.has_message
                                              : position_.metadata_final;
    if (!complete && !finished) continue;
    held.complete = complete;
    effects.receives[i] = std::exchange(held, Held());
  }
}

void StreamReader::Drop() {
  for (Held& held : held_) held = Held();
}

}  // namespace baton::rpc
