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

// The users: starts requests at random times, like many independent users. Does
// not wait for the responses of earlier requests.
class Load {
 public:
  struct Options {
    double requests_per_second = 70;
    absl::Duration deadline = absl::Seconds(1);
    uint32_t first_id = 1;
    uint64_t seed = 1;  // of the start times
  };

  struct Count {
    int started = 0;
    int succeeded = 0;
    int failed = 0;
  };

  // Starts the requests at once.
  Load(std::shared_ptr<const Downstream> edge, Options options);
  // Calls Finish().
  ~Load();
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  Count Now() const;

  // Stops starting requests. Waits until all requests have ended, or until
  // `patience` after the last deadline. Returns the log of all requests.
  RequestLog Finish(absl::Duration patience = absl::Seconds(5));

 private:
  class State;
  // Requests that hang keep the state alive.
  const std::shared_ptr<State> state_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_LOAD_H_
