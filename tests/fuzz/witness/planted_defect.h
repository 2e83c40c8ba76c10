// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_FUZZ_WITNESS_PLANTED_DEFECT_H_
#define BATON_TESTS_FUZZ_WITNESS_PLANTED_DEFECT_H_

namespace baton::fuzz {

// A defect that a test plants around the library, to show that the fuzzers
// would find it. The library itself stays unchanged.
enum class PlantedDefect {
  kNone,
  // The failures of strangers count for the retry ratio limit of all callers:
  // the server believes strangers.
  kUntrustedEvidence,
  // All requests, also with invented names, share one small table of names:
  // an object in front of the telemetry replaces names.
  kSharedLabels,
  // The hostile target shares the process budget and the retry breakers of the
  // witness's target: both channels have the same target name.
  kSharedBudget,
};

}  // namespace baton::fuzz

#endif  // BATON_TESTS_FUZZ_WITNESS_PLANTED_DEFECT_H_
