// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/inline_queue.h"

namespace baton::rpc {
namespace {

struct ThreadQueue {
  std::unique_ptr<AttemptQueue> queue;
  bool in_use = false;
};

ThreadQueue& OfThisThread() {
  thread_local ThreadQueue queue;
  return queue;
}

}  // namespace

InlineQueue::InlineQueue() {
  ThreadQueue& shared = OfThisThread();
  if (shared.in_use) {
    own_ = std::make_unique<AttemptQueue>();
    queue_ = own_.get();
    return;
  }
  if (shared.queue == nullptr) shared.queue = std::make_unique<AttemptQueue>();
  shared.in_use = true;
  queue_ = shared.queue.get();
}

InlineQueue::~InlineQueue() {
  if (own_ == nullptr) OfThisThread().in_use = false;
}

}  // namespace baton::rpc
