// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_attempts.h"

#include <utility>

namespace baton::rpc {

void StreamCopies::Add(std::shared_ptr<StreamAttempt> attempt) {
  if (at_hand_.attempt != nullptr) {
    others_.push_back({std::move(at_hand_), reader_.place(), writer_.place()});
  }
  at_hand_ = Copy();
  at_hand_.attempt = std::move(attempt);
  reader_.Rewind();
  writer_.Rewind();
}

bool StreamCopies::TakeOther(const StreamAttempt* attempt) {
  for (Other& other : others_) {
    if (other.copy.attempt.get() != attempt) continue;
    Take(other);
    return true;
  }
  return false;
}

void StreamCopies::TakeOneWithMetadata() {
  const auto has_some = [](const Copy& copy) {
    return !copy.attempt->context.GetServerInitialMetadata().empty();
  };
  for (Other& other : others_) {
    if (reader_.has_metadata() && has_some(at_hand_)) return;
    if (!other.read.has_metadata) continue;
    if (!reader_.has_metadata() || has_some(other.copy)) Take(other);
  }
}

void StreamCopies::Take(Other& other) {
  const StreamReader::Place read = reader_.place();
  const StreamWriter::Place written = writer_.place();
  reader_.SetPlace(other.read);
  writer_.SetPlace(other.written);
  std::swap(at_hand_, other.copy);
  other.read = read;
  other.written = written;
}

void StreamCopies::Drop() {
  at_hand_ = Copy();
  if (others_.empty()) return;
  Take(others_.back());
  others_.pop_back();
}

void StreamCopies::Clear() {
  at_hand_ = Copy();
  others_.clear();
}

}  // namespace baton::rpc
