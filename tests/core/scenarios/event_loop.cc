// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/scenarios/event_loop.h"

#include <algorithm>
#include <utility>

namespace baton::scenarios {

void EventLoop::At(MonotonicTime time, std::function<void()> event) {
  events_.push({std::max(time, now_), next_sequence_++, std::move(event)});
}

void EventLoop::Run() {
  while (!events_.empty()) {
    // The queue gives no mutable access to its top. The copied function object
    // is small.
    Event event = events_.top();
    events_.pop();
    now_ = event.time;
    event.run();
  }
}

}  // namespace baton::scenarios
