// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_STOP_CLIENT_PROCESS_H_
#define BATON_TESTS_E2E_STOP_CLIENT_PROCESS_H_

#include <memory>
#include <string>
#include <vector>

#include "tests/e2e/stop/child_process.h"
#include "tests/e2e/stop/machine_time.h"
#include "tests/e2e/stop/shared_memory.h"
#include "tests/e2e/stop/shared_signals.h"

namespace baton::e2e {

// The calls of all clients of one run.
struct ClientLoad {
  // The target of all servers, and whether the channel is one of Baton's.
  std::string target;
  bool with_baton = false;
  int timeout_ms = 1000;
  // `deadline.attempt_timeout` of Baton's policy. 0: unlimited, the default.
  int attempt_timeout_ms = 0;
  // When each call starts, counted from the start of the run, in ascending
  // order. The index is the number of the request.
  std::vector<Nanos> starts;
  // The client that makes each call.
  std::vector<int> clients;
};

// The result of one call. In memory that all processes share.
struct CallRecord {
  Nanos sent;
  Nanos ended;
  bool succeeded;
  // Attempts of the call. 1 without Baton.
  int attempts;
};

// Calls of all clients of one run. The processes of the clients share it.
struct SharedRun {
  explicit SharedRun(std::size_t calls) : records(calls) {}

  // Each client gives a signal when it has a connection, and takes one before
  // it reads `start`, when the run starts.
  const SharedSignals connected;
  const SharedSignals ready;
  const SharedMemory<Nanos> start{1};
  const SharedMemory<CallRecord> records;
};

// Starts the process of a client. It connects, waits for the start of the run,
// and starts each of its calls in time, also while earlier calls hang. It ends
// with exit code 0 after all of its calls have ended.
std::unique_ptr<ChildProcess> StartClient(int client, const ClientLoad& load,
                                          const SharedRun& run);

}  // namespace baton::e2e

#endif  // BATON_TESTS_E2E_STOP_CLIENT_PROCESS_H_
