// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/async_stream_driver.h"

#include <cassert>
#include <utility>

#include "baton/rpc/runtime/per_process.h"
#include "baton/rpc/runtime/pollers.h"

namespace baton::rpc {
namespace {

using StreamPollers = Pollers<StreamQueue>;

}  // namespace

void AsyncStreamDriver::Bind(std::function<void()> on_timer) {
  assert(on_timer_ == nullptr);
  // The timer thread does nothing but wake.
  on_timer_ = [on_timer = std::move(on_timer), &runtime = runtime_] {
    runtime.Post(on_timer);
  };
}

StreamQueue& AsyncStreamDriver::queue() {
  if (queue_ == nullptr) queue_ = &PerProcess<StreamPollers>::Get().Next();
  return *queue_;
}

void AsyncStreamDriver::SetTimer(MonotonicTime at) {
  Cancel();
  if (at == MonotonicTime::InfiniteFuture()) return;
  assert(on_timer_ != nullptr);
  timer_ = runtime_.Schedule(at, on_timer_);
}

void AsyncStreamDriver::Cancel() {
  if (!timer_.has_value()) return;
  runtime_.Cancel(*timer_);
  timer_.reset();
}

}  // namespace baton::rpc
