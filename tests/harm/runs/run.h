// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_RUNS_RUN_H_
#define BATON_TESTS_HARM_RUNS_RUN_H_

#include "tests/harm/outcome.h"
#include "tests/harm/runs/subject.h"
#include "tests/harm/scenario.h"

namespace baton::harm {

// Runs the scenario once, with new servers and channels, and returns when all
// its calls have ended. Makes the first call on the calling thread.
RunOutcome RunScenario(const Scenario& scenario, const Subject& subject);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_RUNS_RUN_H_
