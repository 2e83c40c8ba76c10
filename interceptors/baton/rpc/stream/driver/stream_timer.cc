// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/driver/stream_timer.h"

#include <memory>
#include <utility>

namespace baton::rpc {

void StreamTimer::Set(MonotonicTime at) {
  Stop();
  if (at == MonotonicTime::InfiniteFuture()) return;
  timer_ = runtime_.Schedule(at, [owner = owner_, &runtime = runtime_] {
    std::shared_ptr<StreamOwner> alive = owner.lock();
    if (alive == nullptr) return;
    // The timer thread only wakes. It must not destroy the call.
    runtime.Post([alive = std::move(alive)] { alive->OnTimer(); });
  });
}

void StreamTimer::Stop() {
  if (!timer_.has_value()) return;
  runtime_.Cancel(*timer_);
  timer_.reset();
}

}  // namespace baton::rpc
