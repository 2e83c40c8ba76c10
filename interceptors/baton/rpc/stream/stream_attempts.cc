// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_attempts.h"

#include <algorithm>
#include <utility>

namespace baton::rpc {

void StreamAttempts::Add(std::shared_ptr<StreamAttempt> attempt) {
  if (current_.attempt != nullptr) {
    others_.push_back(
        {std::move(current_), reader_.position(), writer_.position()});
  }
  current_ = State();
  current_.attempt = std::move(attempt);
  reader_.Rewind();
  writer_.Rewind();
}

bool StreamAttempts::HasInPlace() const {
  if (current_.attempt != nullptr && current_.attempt->in_place()) return true;
  return std::any_of(others_.begin(), others_.end(), [](const Other& other) {
    return other.state.attempt->in_place();
  });
}

bool StreamAttempts::MakeOtherCurrent(const StreamAttempt* attempt) {
  for (Other& other : others_) {
    if (other.state.attempt.get() != attempt) continue;
    MakeCurrent(other);
    return true;
  }
  return false;
}

void StreamAttempts::MakeCurrentWithMetadata() {
  const auto has_some = [](const State& state) {
    return !state.attempt->headers().GetServerInitialMetadata().empty();
  };
  for (Other& other : others_) {
    if (reader_.has_metadata() && has_some(current_)) return;
    if (!other.read.has_metadata) continue;
    if (!reader_.has_metadata() || has_some(other.state)) MakeCurrent(other);
  }
}

void StreamAttempts::MakeCurrent(Other& other) {
  const StreamReader::Position read = reader_.position();
  const StreamWriter::Position written = writer_.position();
  reader_.SetPosition(other.read);
  writer_.SetPosition(other.written);
  std::swap(current_, other.state);
  other.read = read;
  other.written = written;
}

void StreamAttempts::RemoveCurrent() {
  current_ = State();
  if (others_.empty()) return;
  MakeCurrent(others_.back());
  others_.pop_back();
}

void StreamAttempts::Clear() {
  current_ = State();
  others_.clear();
}

}  // namespace baton::rpc
