// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/driver/stream_timer.h"

#include <cassert>
#include <utility>

namespace baton::rpc {

void StreamTimer::Bind(std::function<void()> on_timer) {
  assert(on_timer_ == nullptr);
  // The timer thread does nothing but wake.
  on_timer_ = [on_timer = std::move(on_timer), &runtime = runtime_] {
    runtime.Post(on_timer);
  };
}

void StreamTimer::Set(MonotonicTime at) {
  Stop();
  if (at == MonotonicTime::InfiniteFuture()) return;
  assert(on_timer_ != nullptr);
  timer_ = runtime_.Schedule(at, on_timer_);
}

void StreamTimer::Stop() {
  if (!timer_.has_value()) return;
  runtime_.Cancel(*timer_);
  timer_.reset();
}

}  // namespace baton::rpc
