// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/driver/inline_queue.h"

#include <utility>

#include "baton/rpc/unary/driver/drain_queue.h"

namespace baton::rpc {
namespace {

// Without a destructor, so that it can be used to the very end of the thread.
struct ThreadQueue {
  AttemptQueue* queue;
  bool in_use;
};

thread_local ThreadQueue thread_queue = {nullptr, false};

// Sees off what is left on the queue when the thread ends. What a call makes
// while that goes on, by an interceptor say, or by a destructor that runs even
// later, gets a queue of its own.
class ThreadEnd {
 public:
  ~ThreadEnd() {
    thread_queue.in_use = true;
    DrainQueue(std::unique_ptr<AttemptQueue>(
        std::exchange(thread_queue.queue, nullptr)));
  }
};

AttemptQueue* MakeThreadQueue() {
  thread_local ThreadEnd end;
  (void)end;
  return new AttemptQueue();
}

}  // namespace

InlineQueue::InlineQueue() {
  if (thread_queue.in_use) {
    own_ = std::make_unique<AttemptQueue>();
    queue_ = own_.get();
    return;
  }
  if (thread_queue.queue == nullptr) thread_queue.queue = MakeThreadQueue();
  thread_queue.in_use = true;
  queue_ = thread_queue.queue;
}

InlineQueue::~InlineQueue() {
  if (own_ == nullptr) {
    thread_queue.in_use = false;
  } else {
    DrainQueue(std::move(own_));
  }
}

}  // namespace baton::rpc
