// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_FAULTS_H_
#define BATON_TESTS_CORE_AMPLIFICATION_FAULTS_H_

namespace baton::amplification {

// The probability of each fault. Zero by default.
struct Faults {
  // There is no connection. The attempt never leaves the caller's process.
  double unsent = 0;
  // The server refuses the connection. The callee never sees the attempt.
  double refused = 0;
  // The handler does its work, including its calls, and returns UNAVAILABLE.
  double unavailable = 0;
  // The handler does its work and the process dies: no response, no trailer.
  double crash = 0;
  // The caller's per-attempt timeout expires while the callee still works.
  double attempt_timeout = 0;
  // The status arrives, but the trailer with the advice does not.
  double lost_trailer = 0;
  // An intermediary garbles, cuts, repeats or joins metadata.
  double corruption = 0;
  // A proxy sends a failed attempt a second time, and numbers its attempts.
  double repeated = 0;
  // The handler responds while some of its calls still run or have not started.
  double early_response = 0;
  // A failing handler returns r=no, which would end all retries of its callers.
  double says_no = 0;
  // A handler that fails does not report that its grant is exhausted.
  double keeps_quiet = 0;
  // A handler succeeds although a call of its own has failed.
  double fallback = 0;
};

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_FAULTS_H_
