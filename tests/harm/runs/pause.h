// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_RUNS_PAUSE_H_
#define BATON_TESTS_HARM_RUNS_PAUSE_H_

namespace baton::harm {

// Stops the calling thread for a planned time, like an application that is busy
// elsewhere. A pause is input of a scenario, and never waits for a condition.
void Pause(int milliseconds);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_RUNS_PAUSE_H_
