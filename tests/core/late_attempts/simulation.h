// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_LATE_ATTEMPTS_SIMULATION_H_
#define BATON_TESTS_CORE_LATE_ATTEMPTS_SIMULATION_H_

#include <cstdint>
#include <deque>

#include "tests/core/late_attempts/simulated_client.h"
#include "tests/core/late_attempts/world.h"

namespace baton::late_attempts {

// The results of all calls of a run, by start.
using Results = std::deque<CallResult>;

// Runs clients with this strategy. The same world and seed give the same calls
// under every strategy, and the first attempt of a call needs the same work.
Results Simulate(const World& world, Strategy strategy, uint64_t seed);

}  // namespace baton::late_attempts

#endif  // BATON_TESTS_CORE_LATE_ATTEMPTS_SIMULATION_H_
