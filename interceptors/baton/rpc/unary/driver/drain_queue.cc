// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/driver/drain_queue.h"

#include <utility>

#include "absl/time/time.h"

namespace baton::rpc {
namespace {

constexpr absl::Duration kPatience = absl::Milliseconds(100);
constexpr absl::Duration kLookEvery = absl::Seconds(1);

void LookLater(std::shared_ptr<AttemptQueue> queue, Runtime& runtime) {
  runtime.Schedule(runtime.Now() + kLookEvery, [queue = std::move(queue),
                                                &runtime]() mutable {
    runtime.Post([queue = std::move(queue), &runtime]() mutable {
      if (!queue->Drain(runtime.Now())) {
        LookLater(std::move(queue), runtime);
      }
    });
  });
}

}  // namespace

void DrainQueue(std::unique_ptr<AttemptQueue> queue, Runtime& runtime) {
  if (!queue->Drain(runtime.Now() + kPatience)) {
    LookLater(std::move(queue), runtime);
  }
}

}  // namespace baton::rpc
