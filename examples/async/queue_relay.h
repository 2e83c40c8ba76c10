// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_ASYNC_QUEUE_RELAY_H_
#define BATON_EXAMPLES_ASYNC_QUEUE_RELAY_H_

#include <memory>
#include <thread>
#include <utility>

#include "examples/support/echo_call.h"
#include "grpcpp/grpcpp.h"

namespace baton::examples {

// A service that forwards its requests from a completion queue. As with
// callbacks, a RequestScope links the outgoing call to its request.
class QueueRelay {
 public:
  explicit QueueRelay(std::unique_ptr<Echo::Stub> next)
      : next_(std::move(next)) {}

  grpc::Service* service() { return &service_; }
  void AddQueue(grpc::ServerBuilder* builder) {
    queue_ = builder->AddCompletionQueue();
  }
  // Call this after the server has started.
  void Start();
  // Call this after the server has shut down.
  void Stop();

 private:
  class Request;

  const std::unique_ptr<Echo::Stub> next_;
  Echo::AsyncService service_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::thread poller_;
};

}  // namespace baton::examples

#endif  // BATON_EXAMPLES_ASYNC_QUEUE_RELAY_H_
