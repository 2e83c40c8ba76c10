// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_AWAITED_QUEUE_H_
#define BATON_TESTS_SUPPORT_CALLS_AWAITED_QUEUE_H_

#include "grpcpp/completion_queue.h"

namespace baton {

// A completion queue for one operation at a time.
class AwaitedQueue {
 public:
  ~AwaitedQueue() {
    queue_.Shutdown();
    void* tag = nullptr;
    bool ok = false;
    while (queue_.Next(&tag, &ok)) {
    }
  }

  grpc::CompletionQueue* get() { return &queue_; }
  void* tag() { return this; }

  // Waits for the operation. Returns its `ok`.
  bool Await() {
    void* tag = nullptr;
    bool ok = false;
    return queue_.Next(&tag, &ok) && ok;
  }

 private:
  grpc::CompletionQueue queue_;
};

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_AWAITED_QUEUE_H_
