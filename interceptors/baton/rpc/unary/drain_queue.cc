// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/drain_queue.h"

#include <utility>

#include "absl/time/time.h"
#include "baton/real_clock.h"
#include "baton/rpc/runtime/timer_queue.h"
#include "baton/rpc/runtime/workers.h"

namespace baton::rpc {
namespace {

constexpr absl::Duration kPatience = absl::Milliseconds(100);
constexpr absl::Duration kLookEvery = absl::Seconds(1);

void LookLater(std::shared_ptr<AttemptQueue> queue) {
  TimerQueue::Process().Schedule(
      RealClock().Now() + kLookEvery, [queue = std::move(queue)]() mutable {
        Workers::Process().Post([queue = std::move(queue)]() mutable {
          if (!queue->Drain(RealClock().Now())) LookLater(std::move(queue));
        });
      });
}

}  // namespace

void DrainQueue(std::unique_ptr<AttemptQueue> queue) {
  if (!queue->Drain(RealClock().Now() + kPatience)) {
    LookLater(std::move(queue));
  }
}

}  // namespace baton::rpc
