// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/runtime/stall_ticker.h"

#include <chrono>

#include "baton/kit/host_jitter.h"

namespace baton::rpc {

absl::Duration StallTicker::FirstTick() {
  return core::StallWatch::kTick -
         HostJitter("stall ticker", core::StallWatch::kTick);
}

StallTicker::Place::Place(StallTicker& ticker) : ticker_(ticker) {
  const MutexLock lock(ticker_.mutex_);
  ticker_.line_.push_back(this);
}

StallTicker::Place::~Place() {
  const MutexLock lock(ticker_.mutex_);
  while (ticker_.line_.front() != this) first_.Wait(ticker_.mutex_);
  ticker_.line_.pop_front();
  if (!ticker_.line_.empty()) ticker_.line_.front()->first_.NotifyOne();
}

void StallTicker::OnRequest(MonotonicTime now) {
  // Most requests write nothing that requests share.
  if (!requested_.load(std::memory_order_relaxed)) {
    requested_.store(true, std::memory_order_relaxed);
  }
  if (ticking_.load(std::memory_order_relaxed) || ticking_.exchange(true)) {
    return;
  }
  watch_.OnTick(now);
  Schedule(now + first_);
}

void StallTicker::Pause() {
  // No event can end this wait earlier: gRPC reports a cancellation only to a
  // thread that asks.
  Mutex mutex;
  CondVar never;
  const MutexLock lock(mutex);
  never.WaitFor(mutex, std::chrono::milliseconds(1));
}

void StallTicker::Schedule(MonotonicTime at) {
  runtime_.Schedule(at, [weak = weak_from_this()] {
    if (const auto ticker = weak.lock()) ticker->Tick();
  });
}

void StallTicker::Tick() {
  const MonotonicTime now = runtime_.Now();
  idle_ticks_ = requested_.exchange(false, std::memory_order_relaxed)
                    ? 0
                    : idle_ticks_ + 1;
  if (idle_ticks_ >= most_idle_ticks_) {
    idle_ticks_ = 0;
    watch_.Pause();
    ticking_.store(false);
    return;
  }
  watch_.OnTick(now);
  Schedule(now + core::StallWatch::kTick);
}

}  // namespace baton::rpc
