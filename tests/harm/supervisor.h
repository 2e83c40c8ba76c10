// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_SUPERVISOR_H_
#define BATON_TESTS_HARM_SUPERVISOR_H_

#include <string>

#include "tests/harm/tally.h"
#include "tests/harm/worker.h"

namespace baton::harm {

// Runs the pairs of `work` in child processes, `jobs` at a time, and reports to
// `tally`. `options` are the arguments that each worker gets, without seeds.
//
// A worker that hangs or crashes becomes a finding, and another one continues
// with the next pair. Pairs with an unlimited stack get workers of their own.
void Supervise(const Work& work, const std::string& options, int jobs,
               Tally& tally);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_SUPERVISOR_H_
