// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_RUNS_ENDPOINT_H_
#define BATON_TESTS_HARM_RUNS_ENDPOINT_H_

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "tests/harm/outcome.h"
#include "tests/harm/scenario.h"
#include "tests/rpc/support/raw_http2_server.h"
#include "tests/support/agenda.h"
#include "tests/support/calls/resetting_listener.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/real_time.h"
#include "tests/support/reserved_port.h"

namespace baton::harm {

// The servers of one run. Each call tells its id in the metadata "harm-call",
// so that each attempt gets its own step. Destroy all channels first.
class Endpoint {
 public:
  // `watch` measures the time since the start of the run.
  Endpoint(const Scenario& scenario, const Stopwatch& watch);
  ~Endpoint();
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;

  std::string address() const;
  // Returns "" if the scenario has no fallback channel.
  std::string fallback_address() const;

  // Runs the fault of the scenario that happens between calls.
  void BeforeCalls();

  // Waits a limited time for the end of all attempts, and reports them.
  void Collect(RunOutcome* run);

 private:
  ScriptStep StepFor(const SeenAttempt& attempt, bool on_fallback);
  std::unique_ptr<ScriptedServer> NewServer(bool is_fallback);
  void ServeRaw(rpc::RawHttp2Server::Connection& connection);
  std::vector<ServerFact> Facts();

  const Scenario& scenario_;
  const Stopwatch& watch_;
  std::map<int, CallPlan> plans_;
  std::atomic<int> raw_requests_{0};

  std::mutex mutex_;  // Guards the following two fields.
  std::map<int, int> attempts_;
  // The keys are the server, and the number of the attempt at this server.
  std::map<std::pair<bool, int>, ServerFact> arrivals_;

  std::unique_ptr<ScriptedServer> server_;
  std::unique_ptr<ScriptedServer> fallback_;
  std::unique_ptr<ReservedPort> port_;
  std::unique_ptr<ResettingListener> resetting_;
  std::unique_ptr<rpc::RawHttp2Server> raw_;
  int hung_socket_ = -1;
  std::unique_ptr<Agenda> agenda_;
};

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_RUNS_ENDPOINT_H_
