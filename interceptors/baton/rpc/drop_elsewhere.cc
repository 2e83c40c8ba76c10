// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/drop_elsewhere.h"

#include <utility>

#include "baton/rpc/real_clock.h"
#include "baton/rpc/timer_queue.h"

namespace baton::rpc {

void DropElsewhere(std::shared_ptr<const void> object) {
  if (object == nullptr) return;
  // Not the process's own queue: a destructor that waits for other threads must
  // not hold up their timers. Never destroyed, as calls may end while the
  // process exits. A forked child, where it has no thread, leaks.
  static TimerQueue& queue = *new TimerQueue;
  queue.Schedule(RealClock().Now(), [object = std::move(object)] {});
}

}  // namespace baton::rpc
