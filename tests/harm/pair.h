// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_PAIR_H_
#define BATON_TESTS_HARM_PAIR_H_

#include <functional>
#include <string>
#include <vector>

#include "tests/harm/comparison.h"
#include "tests/harm/outcome.h"
#include "tests/harm/scenario.h"

namespace baton::harm {

// Runs a scenario once: on a bare channel, or on the channel under test.
using RunOnce = std::function<RunOutcome(bool is_bare)>;

struct PairResult {
  Comparison comparison;
  std::string error;        // a run failed for a reason of the harness
  bool undecided = false;   // the machine stalled too often
  RunOutcome bare, tested;  // the first runs
};

// Runs the scenario on both channels, one after the other, and compares.
//
// Repeats what a single run cannot decide. A call that ended later must do so
// in two of three pairs of runs without a stall. A different response must
// differ from the responses of three bare runs, because bare gRPC itself may
// end a call in several ways.
PairResult RunPair(const Scenario& scenario, const RunOnce& run);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_PAIR_H_
