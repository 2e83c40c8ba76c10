// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_SETUP_H_
#define BATON_EXAMPLES_STACK_DRIVER_SETUP_H_

#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "examples/stack/driver/load.h"
#include "examples/stack/driver/stack.h"
#include "examples/stack/shop/downstream.h"
#include "grpcpp/grpcpp.h"

namespace baton::stack {

// The shop, and the application that calls it on behalf of the users. The
// application is the fifth layer that retries. Not thread-safe.
class Setup {
 public:
  // Starts the shop, and waits until each layer is connected to the next one.
  static absl::StatusOr<std::unique_ptr<Setup>> Start(StackOptions options);

  Stack& stack() { return *stack_; }
  const std::shared_ptr<const Downstream>& app() const { return app_; }
  // Returns the channel of the application to the edge.
  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }

  // Sends one request and waits for its response. Thread-safe.
  grpc::Status Get(uint32_t request_id, absl::Duration deadline);

  // Starts requests with ids that no earlier request had.
  std::unique_ptr<Load> StartLoad(double requests_per_second);
  // Ends the load. The next load starts after the last id of this one.
  RequestLog Finish(Load* load);

  // Returns the maximum number of calls of one call site for one request.
  int WorstCallSite(const RequestLog& log) const;

 private:
  Setup(std::unique_ptr<Stack> stack, std::shared_ptr<grpc::Channel> channel);

  const std::unique_ptr<Stack> stack_;
  const std::shared_ptr<grpc::Channel> channel_;
  const std::shared_ptr<const Downstream> app_;
  uint32_t next_id_ = 1;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_SETUP_H_
