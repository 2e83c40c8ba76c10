// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/scenarios/store.h"

#include <cstddef>
#include <utility>

namespace baton::scenarios {

void Store::Handle(Request /*request*/, Reply reply) {
  ++requests_seen_;
  if (random_.Next() < fail_ratio_) {
    reply(Failed(absl::StatusCode::kUnavailable));
    return;
  }
  if (stopped_) {
    sockets_.push_back(std::move(reply));
    return;
  }
  Accept(std::move(reply));
}

void Store::Resume() {
  stopped_ = false;
  while (!sockets_.empty()) {
    Reply reply = std::move(sockets_.front());
    sockets_.pop_front();
    Accept(std::move(reply));
  }
  WorkOff();
}

void Store::Accept(Reply reply) {
  if (queue_.size() >= static_cast<std::size_t>(options_.queue_limit)) {
    reply(Failed(absl::StatusCode::kUnavailable));
    return;
  }
  queue_.push_back(std::move(reply));
  WorkOff();
}

void Store::WorkOff() {
  while (!stopped_ && busy_ < options_.workers && !queue_.empty()) {
    ++busy_;
    loop_.After(options_.work,
                [this, reply = std::move(queue_.front())]() mutable {
                  --busy_;
                  reply(Ok());
                  WorkOff();
                });
    queue_.pop_front();
  }
}

}  // namespace baton::scenarios
