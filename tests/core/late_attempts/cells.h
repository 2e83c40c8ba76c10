// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_LATE_ATTEMPTS_CELLS_H_
#define BATON_TESTS_CORE_LATE_ATTEMPTS_CELLS_H_

#include <string>

#include "absl/time/time.h"
#include "tests/core/late_attempts/world.h"

namespace baton::late_attempts {

// A part of a run. Calls belong to the part in which they start.
struct Window {
  absl::Duration from;
  absl::Duration to = absl::InfiniteDuration();
};

// A combination of the values of a family.
struct Cell {
  std::string name;
  World world;
  // The part of the run with the failure. The rest of the run follows it.
  Window failure = {absl::ZeroDuration()};
  // The number of runs. Each has its own seed, from `first_seed` on.
  int seeds = 1;
  int first_seed = 1;
};

// Faults begin at this time, so that the clients know the usual latency.
inline constexpr absl::Duration kWarmUp = absl::Seconds(10);

// Sets a length and a number of runs with enough calls.
void SetLength(Cell& cell);
// Returns replicas with a queue and a capacity, and calls for this ratio of the
// capacity.
World Loaded(int replicas, int workers, absl::Duration work, double spread,
             double load);
// Adds a fault that ends. The run lasts for `afterwards` after its end.
void AddFault(Cell& cell, Fault fault, absl::Duration afterwards);
// Returns a fault that stops the first replicas.
Fault StopFor(absl::Duration stop, int replicas);

// Returns a cell in which every request takes this part of the deadline.
Cell Steady(double latency_ratio, double calls_per_second, double spread);
// Returns a cell in which all replicas stop for a while. `load` is the ratio of
// their capacity.
Cell Stall(double load, absl::Duration stop, double replica_scale);
// Returns a Stall() of many client processes.
Cell QuietClients(double calls_per_second_each, double load,
                  absl::Duration stop);
// Returns a cell in which the first of three replicas stops for a while.
Cell OnePauses(double load, int workers, absl::Duration stop);
// Returns a cell in which the first replica stops and never continues.
Cell OneHangs(int replicas, double calls_per_second, int clients);

}  // namespace baton::late_attempts

#endif  // BATON_TESTS_CORE_LATE_ATTEMPTS_CELLS_H_
