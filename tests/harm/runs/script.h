// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_RUNS_SCRIPT_H_
#define BATON_TESTS_HARM_RUNS_SCRIPT_H_

#include "tests/harm/scenario.h"
#include "tests/support/calls/script_step.h"

namespace baton::harm {

// Returns the step of a ScriptedServer that answers attempt `number` of a call.
// A step with a latency is held until the server releases it.
ScriptStep ScriptStepOf(const CallPlan& call, int number);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_RUNS_SCRIPT_H_
