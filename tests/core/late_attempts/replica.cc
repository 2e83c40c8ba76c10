// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/late_attempts/replica.h"

#include <cstddef>
#include <utility>

namespace baton::late_attempts {

void Replica::Handle(RequestPtr request) {
  if (stopped_) {
    sockets_.push_back(std::move(request));
  } else {
    Accept(std::move(request));
  }
}

void Replica::Continue() {
  stopped_ = false;
  for (const Result& result : std::exchange(unsent_, {})) Finish(result);
  for (RequestPtr& request : std::exchange(sockets_, {})) {
    Accept(std::move(request));
  }
}

void Replica::Accept(RequestPtr request) {
  if (queue_.size() >= static_cast<std::size_t>(world_.queue_limit)) {
    request->Reply(absl::StatusCode::kUnavailable);
    return;
  }
  queue_.push_back(std::move(request));
  WorkOff();
}

void Replica::WorkOff() {
  while (!stopped_ && busy_ < world_.workers && !queue_.empty()) {
    RequestPtr request = std::move(queue_.front());
    queue_.pop_front();
    if (world_.drops_cancelled_work && request->IsCancelled()) continue;
    ++busy_;
    const absl::Duration work =
        slowness_ * world_.work(loop_.Now().since_origin(), request->draws);
    const bool is_lost = world_.lost_answer_ratio > 0 &&
                         request->draws.Next() < world_.lost_answer_ratio;
    loop_.After(work, [this, result = Result{std::move(request), is_lost}] {
      Finish(result);
    });
  }
}

void Replica::Finish(const Result& result) {
  if (stopped_) {
    unsent_.push_back(result);
    return;
  }
  --busy_;
  if (!result.is_lost) result.request->Reply(absl::StatusCode::kOk);
  WorkOff();
}

}  // namespace baton::late_attempts
