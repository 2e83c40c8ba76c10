// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_FAIRNESS_SIMULATION_H_
#define BATON_TESTS_CORE_FAIRNESS_SIMULATION_H_

#include <cstdint>
#include <vector>

#include "absl/time/time.h"
#include "tests/core/fairness/world.h"

namespace baton::fairness {

// The result of one call.
struct CallResult {
  absl::Duration started;
  bool is_healthy_method = true;
  bool succeeded = false;
  // Whether a failure wanted a retry, and whether each such retry was allowed.
  bool wanted_retry = false;
  bool was_refused = false;
};

// Calls that started within a time.
struct Interval {
  absl::Duration from;
  absl::Duration to;
};

// The results of one run.
struct Run {
  std::vector<CallResult> calls;
  // When each attempt was sent.
  std::vector<absl::Duration> sent;

  int64_t Calls(Interval interval) const;
  // Returns the attempts sent for each call.
  double Load(Interval interval) const;
  // Returns the attempts that were sent beyond the first ones.
  double ExtraAttempts(Interval interval) const;
  // Returns the ratio of calls that succeeded.
  double Success(Interval interval) const;
  // Returns the ratio of calls to healthy methods that got all retries they
  // wanted, among the calls that wanted one.
  double Granted() const;
};

// Runs Baton's retry decisions in `world`. Deterministic.
Run Simulate(const World& world, Limits limits, uint64_t seed);

}  // namespace baton::fairness

#endif  // BATON_TESTS_CORE_FAIRNESS_SIMULATION_H_
