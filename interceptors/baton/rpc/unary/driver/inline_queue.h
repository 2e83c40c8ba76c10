// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_UNARY_DRIVER_INLINE_QUEUE_H_
#define BATON_RPC_UNARY_DRIVER_INLINE_QUEUE_H_

#include <memory>

#include "baton/rpc/unary/driver/attempt_queue.h"

namespace baton::rpc {

// The queue that a synchronous call runs its attempts on: its thread polls it
// and nobody else, so the call needs no other thread to make progress.
//
// Each thread keeps one from call to call. An attempt that lost may still be
// on it when its call is over; a later call of the thread, or the end of the
// thread, sees it off. A call made while another of the same thread runs (by an
// interceptor, say) gets a queue of its own: it must not take the other's
// events.
class InlineQueue {
 public:
  InlineQueue();
  ~InlineQueue();
  InlineQueue(const InlineQueue&) = delete;
  InlineQueue& operator=(const InlineQueue&) = delete;

  AttemptQueue& queue() { return *queue_; }

 private:
  std::unique_ptr<AttemptQueue> own_;
  AttemptQueue* queue_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_UNARY_DRIVER_INLINE_QUEUE_H_
