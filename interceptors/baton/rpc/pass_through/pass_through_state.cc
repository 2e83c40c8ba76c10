// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/pass_through/pass_through_state.h"

namespace baton::rpc {

bool PassThroughState::BeginStart() {
  Phase idle = Phase::kIdle;
  return phase_.compare_exchange_strong(idle, Phase::kStarting);
}

void PassThroughState::EndStart() {
  Phase starting = Phase::kStarting;
  if (phase_.compare_exchange_strong(starting, Phase::kStarted)) return;
  const MutexLock lock(mutex_);
  phase_ = Phase::kStarted;
  start_done_.NotifyAll();
}

void PassThroughState::AwaitStart() {
  const MutexLock lock(mutex_);
  Phase starting = Phase::kStarting;
  phase_.compare_exchange_strong(starting, Phase::kAwaitedStart);
  while (phase_ == Phase::kAwaitedStart) start_done_.Wait(mutex_);
}

std::optional<bool> PassThroughState::End() {
  Phase before = phase_;
  do {
    if (before == Phase::kStarting || before == Phase::kAwaitedStart) {
      AwaitStart();
      before = phase_;
    }
    if (before == Phase::kEnded) return std::nullopt;
  } while (!phase_.compare_exchange_weak(before, Phase::kEnded));
  return before == Phase::kStarted;
}

}  // namespace baton::rpc
