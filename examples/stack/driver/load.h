// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_LOAD_H_
#define BATON_EXAMPLES_STACK_DRIVER_LOAD_H_

#include <cstdint>
#include <memory>

#include "absl/time/time.h"
#include "examples/stack/driver/request_log.h"
#include "examples/stack/shop/downstream.h"

namespace baton::stack {

// Users: requests at random times, as many users together make them, whether
// or not earlier ones have been answered.
class Load {
 public:
  struct Options {
    double requests_per_second = 70;
    absl::Duration deadline = absl::Seconds(1);
    uint32_t first_id = 1;
    uint64_t seed = 1;  // of the times
  };

  struct Count {
    int started = 0;
    int succeeded = 0;
    int failed = 0;
  };

  // Starts at once.
  Load(std::shared_ptr<const Downstream> edge, Options options);
  // As Finish().
  ~Load();
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  Count Now() const;

  // Starts no more requests, waits for those that run until each of them is
  // `patience` beyond its deadline, and says what became of all.
  RequestLog Finish(absl::Duration patience = absl::Seconds(5));

 private:
  class State;
  // Requests that hang keep it.
  const std::shared_ptr<State> state_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_LOAD_H_
