// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream_reader.h"

#include <utility>

namespace baton::rpc {

const StreamReader::Held& StreamReader::Slot(StreamWish wish) const {
  return held_[wish.status ? 2 : wish.message ? 1 : 0];
}

void StreamReader::Hold(InterceptorBatchMethods* batch, StreamWish wish) {
  Held& held = const_cast<Held&>(Slot(wish));
  held.batch = batch;
  held.wish = wish;
}

bool StreamReader::WantsMessage() const {
  if (message_.has_value()) return false;
  for (const Held& held : held_) {
    if (held.batch != nullptr && held.wish.message) return true;
  }
  return false;
}

void StreamReader::Read(StreamEffects& effects) {
  reads_ = true;
  effects.read = true;
}

void StreamReader::OnRead(bool ok, grpc::ByteBuffer& message) {
  reads_ = false;
  if (ok) {
    message_.emplace().Swap(&message);
  } else {
    at_end_ = true;
  }
}

void StreamReader::Answer(bool finished, StreamEffects& effects) {
  for (int i = 0; i < StreamEffects::kReceives; ++i) {
    Held& held = held_[i];
    if (held.batch == nullptr) continue;
    const bool complete = held.wish.status    ? finished
                          : held.wish.message ? message_.has_value()
                                              : has_metadata_;
    if (!complete && !finished) continue;
    effects.receives[i] = std::exchange(held, Held());
    if (effects.receives[i].wish.message) {
      effects.receives[i].message = std::exchange(message_, std::nullopt);
    }
  }
}

void StreamReader::Drop() {
  for (Held& held : held_) held = Held();
}

}  // namespace baton::rpc
