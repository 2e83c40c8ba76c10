// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_STOP_REPLICA_RUN_H_
#define BATON_TESTS_E2E_STOP_REPLICA_RUN_H_

namespace baton::e2e {

// Three replicas behind round_robin. Some of them are stopped under a constant
// load. Each has a capacity of 100 calls per second.
struct ReplicaScenario {
  const char* name;
  // Client processes, which share the load.
  int clients = 1;
  int calls_per_second = 100;
  // The replicas that stop, of three.
  int stopped = 1;
  int before_ms = 3000;
  int stop_ms = 10000;
  int after_ms = 3000;
  // A call that starts so shortly before the end of the stop does not count as
  // one of the stop, because the replica continues before its deadline.
  int margin_ms = 0;
  // Whether the servers serve in the order of arrival, see StoppedServer.
  bool in_order = false;
  // `deadline.attempt_timeout` of Baton's clients. 0: unlimited, the default.
  int attempt_timeout_ms = 0;
};

struct ReplicaResult {
  // Success in percent: of the calls that started during the stop, after it,
  // and of all calls since it began.
  double during = 0;
  double after = 0;
  double since = 0;
  // The 99th percentile of the time that a call took since the stop began.
  double p99_ms = 0;
  // Attempts for each of these calls.
  double attempts = 0;
  // The largest delay of the start of such a call. It shows how busy the
  // machine was.
  double lag_ms = 0;
};

// Runs the scenario once on new processes, with Baton at the clients and the
// servers or without. The same seed starts calls at the same times. Ends this
// process with exit code 1 if a process fails.
ReplicaResult RunReplicas(const ReplicaScenario& scenario, bool with_baton,
                          int seed);

}  // namespace baton::e2e

#endif  // BATON_TESTS_E2E_STOP_REPLICA_RUN_H_
