// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_FAULTS_H_
#define BATON_TESTS_CORE_AMPLIFICATION_FAULTS_H_

namespace baton::law {

// How often what goes wrong, as probabilities. None by default.
struct Faults {
  // The connection is refused: the callee never sees the attempt.
  double refused = 0;
  // The handler does its work, calls included, and answers UNAVAILABLE.
  double unavailable = 0;
  // The handler does its work and the process dies: no answer, no trailer.
  double crash = 0;
  // The caller's attempt limit fires while the callee goes on working.
  double attempt_limit = 0;
  // The status arrives and the trailer with the advice does not.
  double lost_trailer = 0;
  // Something on the way garbles, cuts, repeats or joins metadata.
  double corruption = 0;
  // A proxy sends a failed attempt a second time, and numbers its copies.
  double repeated = 0;
  // The handler answers while some of its calls have not ended or not begun.
  double early_answer = 0;
  // A failing handler says r=no, which would end all retries above it.
  double says_no = 0;
  // A handler that fails does not say that its retries are used up.
  double keeps_quiet = 0;
  // A handler succeeds although one of its calls has failed.
  double fallback = 0;
};

}  // namespace baton::law

#endif  // BATON_TESTS_CORE_AMPLIFICATION_FAULTS_H_
