// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_STOP_STOP_ROUND_H_
#define BATON_TESTS_E2E_STOP_STOP_ROUND_H_

#include <memory>
#include <vector>

#include "grpcpp/grpcpp.h"
#include "tests/e2e/stop/stopped_server.h"

namespace baton::e2e {

// The settings of one stop of a server under a constant load.
struct StopRound {
  int calls_per_second = 320;
  int before_ms = 500;
  int stop_ms = 1000;
  int after_ms = 1500;
  int timeout_ms = 500;
  // Whether the clients cancel their calls after `timeout_ms`. Otherwise the
  // calls have this deadline.
  bool cancels = false;
};

// The requests that were sent while the server was stopped, and whose calls
// ended before it continued.
struct StopResult {
  int cancelled = 0;
  int handlers_started = 0;
  int work_started = 0;
  // Calls of the whole round, and how many succeeded.
  int calls = 0;
  int succeeded = 0;
};

// Runs the round. Numbers its requests from `*next_request`, and increments it.
StopResult RunStop(const StopRound& round, const StoppedServer& server,
                   const std::vector<std::shared_ptr<grpc::Channel>>& channels,
                   int* next_request);

}  // namespace baton::e2e

#endif  // BATON_TESTS_E2E_STOP_STOP_ROUND_H_
