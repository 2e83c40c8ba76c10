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

// What became of one scenario.
struct Outcome {
  // Of the requests sent while the trouble lasted, of those of its second
  // half, and of those from one second after its end.
  WindowStats trouble;
  WindowStats second_half;
  WindowStats late;
  // What three attempts could have served while the trouble lasted, had it
  // only been for the faults that the store drew for these requests.
  double best_share = 1;
  // Since the end of the trouble; infinite if it did not come.
  absl::Duration recovered;
  // The law: the most calls of one call site for one request.
  int worst_call_site = 0;
  // Requests without an answer long after their deadline.
  int hanging = 0;
};

// What it looks like while it runs.
struct Tick {
  enum class Phase { kBefore, kTrouble, kAfter };
  Phase phase = Phase::kBefore;
  // Of the whole scenario, from 0 to 1.
  double progress = 0;
  // Since the last one.
  int succeeded = 0;
  int failed = 0;
  double store_load = 0;
};

class Progress {
 public:
  virtual ~Progress() = default;
  // A few times a second.
  virtual void OnTick(const Tick& tick) = 0;
};

// Runs a scenario; `progress` may be null. CANCELLED if it was interrupted.
absl::StatusOr<Outcome> Run(const Scenario& scenario, Setup& setup,
                            Interruption& interruption, Progress* progress);

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_RUN_H_
