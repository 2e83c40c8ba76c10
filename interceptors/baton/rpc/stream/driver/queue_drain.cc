// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/driver/queue_drain.h"

#include <utility>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"

namespace baton::rpc {
namespace {

constexpr absl::Duration kDrainWait = absl::Milliseconds(2);
constexpr absl::Duration kFirstLook = absl::Milliseconds(50);
constexpr absl::Duration kLookEvery = absl::Seconds(1);

// Handles operations until none has ended before `until`.
void Drain(StreamQueue& queue, MonotonicTime until) {
  while (queue.operations() > 0 &&
         queue.HandleOne(until) != StreamQueue::Handled::kNothing) {
  }
}

void DrainAfter(absl::Duration delay, std::shared_ptr<const void> call,
                StreamQueue& queue, Runtime& runtime) {
  runtime.Schedule(runtime.Now() + delay, [call = std::move(call), &queue,
                                           &runtime]() mutable {
    runtime.Post([call = std::move(call), &queue, &runtime]() mutable {
      Drain(queue, runtime.Now());
      if (queue.operations() == 0) return;
      DrainAfter(kLookEvery, std::move(call), queue, runtime);
    });
  });
}

}  // namespace

void DrainAtOnce(StreamQueue& queue, Runtime& runtime) {
  Drain(queue, runtime.Now() + kDrainWait);
}

void DrainLater(std::shared_ptr<const void> call, StreamQueue& queue,
                Runtime& runtime) {
  if (queue.operations() == 0) return;
  DrainAfter(kFirstLook, std::move(call), queue, runtime);
}

}  // namespace baton::rpc
