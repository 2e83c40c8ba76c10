// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_RUN_H_
#define BATON_EXAMPLES_STACK_DRIVER_RUN_H_

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "examples/stack/driver/interruption.h"
#include "examples/stack/driver/request_log.h"
#include "examples/stack/driver/scenario.h"
#include "examples/stack/driver/setup.h"

namespace baton::stack {

// The result of one scenario.
struct Outcome {
  // Results of the requests that started during the failure, during its second
  // half, and from one second after its end.
  WindowStats trouble;
  WindowStats second_half;
  WindowStats late;
  // The success ratio during the failure that three attempts could have reached
  // if the random faults of the store were the only cause of errors.
  double best_quantile = 1;
  // Time from the end of the failure to the recovery. Infinite if the service
  // did not recover.
  absl::Duration recovered;
  // The maximum number of calls of one call site for one request. The
  // amplification bound limits it.
  int worst_call_site = 0;
  // Requests without a response long after their deadline.
  int hanging = 0;
};

// The progress of a running scenario.
struct Tick {
  enum class Phase { kBefore, kTrouble, kAfter };
  Phase phase = Phase::kBefore;
  // The ratio of the scenario that has run, 0 to 1.
  double progress = 0;
  // The requests since the last tick.
  int succeeded = 0;
  int failed = 0;
  double store_load = 0;
};

class Progress {
 public:
  virtual ~Progress() = default;
  // Called a few times per second.
  virtual void OnTick(const Tick& tick) = 0;
};

// Runs a scenario. `progress` may be null. Returns CANCELLED if the run is
// interrupted.
absl::StatusOr<Outcome> Run(const Scenario& scenario, Setup& setup,
                            Interruption& interruption, Progress* progress);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_RUN_H_
