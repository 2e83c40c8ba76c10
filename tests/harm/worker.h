// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_WORKER_H_
#define BATON_TESTS_HARM_WORKER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tests/harm/runs/planted_defects.h"
#include "tests/harm/scenario.h"

namespace baton::harm {

// The part of a run that one process executes.
struct Work {
  std::vector<uint64_t> seeds;
  Profile profile = Profile::kDefault;
  Defect defect = Defect::kNone;
  int hard_limit = 4000;  // for one run of a scenario, in milliseconds
  bool verbose = false;   // also prints scenarios and outcomes
};

// The exit code of a worker whose run did not end in time.
inline constexpr int kHangExit = 7;

// Runs the pairs and prints lines for the supervisor to the standard output:
//
//   begin <seed>           phase bare|tested      undecided
//   finding <class> <text> limit <name>           error <text>
//   end <seed>
//
// If a run exceeds the hard limit, the process ends with kHangExit. The
// supervisor knows from the last lines where.
void RunWorker(const Work& work);

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_WORKER_H_
