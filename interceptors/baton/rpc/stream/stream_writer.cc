// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_writer.h"

#include <utility>

#include "baton/core/limits/replay_limit.h"
#include "baton/rpc/channel/process_replay.h"

namespace baton::rpc {
namespace {

constexpr int64_t kMostBehind = 64 << 10;

}  // namespace

StreamWriter::StreamWriter(const CallPlan& plan, bool behind)
    : buffer_(ProcessReplayLimit(), plan.policy->stream.max_replay_bytes,
              plan.snapshot->process_replay.max_bytes),
      most_behind_(behind ? kMostBehind : -1) {}

void StreamWriter::Hold(InterceptorBatchMethods* batch,
                        StreamSending&& sending) {
  held_ = batch;
  held_is_back_ = false;
  held_has_message_ = sending.message.has_value();
  pending_ = std::move(sending.message);
  pending_close_ = sending.close;
}

bool StreamWriter::Keep(const grpc::ByteBuffer* message, bool closes) {
  if (message != nullptr && !buffer_.TryKeepSent(*message)) return false;
  if (closes) {
    buffer_.Close();
    position_.close_sent = true;
  }
  return true;
}

void StreamWriter::HoldBack(InterceptorBatchMethods* batch) {
  held_ = batch;
  held_is_back_ = true;
  // Without another attempt, the batch remains failed.
  held_has_message_ = true;
}

bool StreamWriter::TakePending() {
  if (pending_.has_value()) {
    if (!buffer_.TryAdd(*pending_)) return false;
    pending_.reset();
  }
  if (std::exchange(pending_close_, false)) buffer_.Close();
  return true;
}

void StreamWriter::OnWritten(bool ok) {
  position_.operation = Operation::kNone;
  if (!ok) position_.broken = true;
}

StreamWriter::Position StreamWriter::position() const {
  Position position = position_;
  position.sent = buffer_.position();
  return position;
}

void StreamWriter::SetPosition(const Position& position) {
  buffer_.SetPosition(position.sent);
  position_ = position;
}

void StreamWriter::Rewind() {
  buffer_.Rewind();
  position_ = Position();
}

void StreamWriter::Pump(StreamEffects& effects) {
  if (position_.operation != Operation::kNone || position_.broken) return;
  if (buffer_.HasNext()) {
    position_.operation = Operation::kMessage;
    effects.write_is_last = position_.close_sent = buffer_.NextIsLast();
    effects.write = buffer_.TakeNext();
  } else if (buffer_.closed() && !position_.close_sent) {
    position_.operation = Operation::kClose;
    position_.close_sent = true;
    effects.writes_done = true;
  }
}

void StreamWriter::CompleteIfDone(bool is_last_attempt,
                                  StreamEffects& effects) {
  if (position_.broken) {
    if (is_last_attempt) Fail(effects);
    return;
  }
  if (held_ == nullptr || pending_.has_value()) return;
  // The operation that ends the writes must have started. For a synchronous
  // stream, Baton starts operations only on the threads of the application, and
  // the application may make no further call on the stream.
  const bool sent = !held_has_message_
                        ? position_.close_sent
                        : buffer_.bytes_waiting() <= most_behind_ ||
                              (!buffer_.HasNext() &&
                               position_.operation != Operation::kMessage);
  if (sent) Complete(false, effects);
}

void StreamWriter::CompleteIfTaken(StreamEffects& effects) {
  if (held_ != nullptr && !pending_.has_value()) Complete(false, effects);
}

void StreamWriter::Fail(StreamEffects& effects) {
  if (held_ != nullptr) Complete(held_has_message_, effects);
}

void StreamWriter::FailUnlessSending(StreamEffects& effects) {
  const bool sending = position_.operation == Operation::kMessage &&
                       !pending_.has_value() && !buffer_.HasNext();
  if (!sending) Fail(effects);
}

void StreamWriter::OnLastWritten(bool ok, StreamEffects& effects) {
  OnWritten(ok);
  if (held_ != nullptr) Complete(held_has_message_ && !ok, effects);
}

void StreamWriter::Complete(bool failed, StreamEffects& effects) {
  effects.send.batch = std::exchange(held_, nullptr);
  effects.send.failed = failed;
  effects.send.is_back = held_is_back_;
  pending_.reset();
  pending_close_ = false;
}

}  // namespace baton::rpc
