// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/scenarios/event_loop.h"

#include <algorithm>
#include <utility>

namespace baton::scenarios {

void EventLoop::At(MonotonicTime time, std::function<void()> event) {
  events_.push_back({std::max(time, now_), next_sequence_++, std::move(event)});
  std::push_heap(events_.begin(), events_.end(), Later());
}

void EventLoop::Run() {
  while (!events_.empty()) {
    std::pop_heap(events_.begin(), events_.end(), Later());
    const Event event = std::move(events_.back());
    events_.pop_back();
    now_ = event.time;
    event.run();
  }
}

}  // namespace baton::scenarios
