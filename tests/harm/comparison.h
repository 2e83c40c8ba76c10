// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_COMPARISON_H_
#define BATON_TESTS_HARM_COMPARISON_H_

#include <string>
#include <vector>

#include "tests/harm/finding.h"
#include "tests/harm/outcome.h"
#include "tests/harm/scenario.h"

namespace baton::harm {

// A call may end later than on bare gRPC by this time, in milliseconds, and by
// this ratio.
inline constexpr double kLateSlack = 15;
inline constexpr double kLateRatio = 0.05;

// The result of comparing a run on Baton's channel with a run on a bare one.
struct Comparison {
  std::vector<Finding> findings;
  // The names of the policy's limits that explain the other differences.
  std::vector<std::string> limits;
};

// Compares two runs of one scenario. Uses nothing but its arguments.
Comparison Compare(const Scenario& scenario, const RunOutcome& bare,
                   const RunOutcome& baton);

// Returns whether timing alone can cause a finding of this class.
bool DependsOnTime(FindingClass kind);
// Returns whether bare gRPC itself may end such a call in several ways.
bool DependsOnBareRun(FindingClass kind);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_COMPARISON_H_
