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

namespace baton::stack {

// The shop and the program of its users, which is the fifth layer that
// retries. Not thread-safe.
class Setup {
 public:
  // Starts it, and has every layer connected to the next.
  static absl::StatusOr<std::unique_ptr<Setup>> Start(StackOptions options);

  Stack& stack() { return *stack_; }
  const std::shared_ptr<const Downstream>& app() const { return app_; }

  // One request, waiting for its answer. Thread-safe.
  grpc::Status Get(uint32_t request_id, absl::Duration deadline);

  // Requests with ids that no earlier ones had.
  std::unique_ptr<Load> StartLoad(double requests_per_second);
  // Ends the load, and goes on with the ids behind its last.
  RequestLog Finish(Load* load);

  // The most calls of one call site for one of the requests.
  int WorstCallSite(const RequestLog& log) const;

 private:
  Setup(std::unique_ptr<Stack> stack, std::shared_ptr<const Downstream> app)
      : stack_(std::move(stack)), app_(std::move(app)) {}

  const std::unique_ptr<Stack> stack_;
  const std::shared_ptr<const Downstream> app_;
  uint32_t next_id_ = 1;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_SETUP_H_
