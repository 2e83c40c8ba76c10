// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/unary_times.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "baton/rpc/runtime/runtime.h"

namespace baton::rpc {

void UnaryTimes::LookWhenDue() {
  if (state_.phase != UnaryState::Phase::kInPlace) {
    return timer_.Reset(state_.session.running().LookAt());
  }
  // Captures no more than two pointers, so that the timer needs no allocation.
  // The timer thread must not destroy the call.
  state_.in_place->SetTimer(InPlaceDue(), [owner = state_.owner] {
    std::shared_ptr<UnaryOwner> alive = owner.lock();
    if (alive == nullptr) return;
    Runtime& runtime = alive->runtime();
    runtime.Post([alive = std::move(alive)] { alive->OnInPlaceTimer(); });
  });
}

MonotonicTime UnaryTimes::InPlaceDue() const {
  UnarySession& session = state_.session;
  MonotonicTime at = session.running().late().NextAt();
  if (session.running().empty()) {
    at = std::min(at, state_.in_place->times_out_at());
  }
  // gRPC itself ends the call at the deadline that the application has set.
  if (session.plan().own_deadline != session.deadline()) {
    at = std::min(at, session.deadline().time());
  }
  return at;
}

}  // namespace baton::rpc
