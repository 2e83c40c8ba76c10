// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_STRESS_SERVERS_H_
#define BATON_TESTS_RPC_SUPPORT_STRESS_SERVERS_H_

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "tests/support/calls/scripted_server.h"

namespace baton {

// Servers that treat attempts at random: they respond, fail in many ways, push
// back, hold calls without end, and close connections. One server does only
// this. Another one repeatedly closes its connections in an orderly way.
// Another one repeatedly restarts on its port.
class StressServers {
 public:
  explicit StressServers(uint64_t seed);
  ~StressServers();
  StressServers(const StressServers&) = delete;
  StressServers& operator=(const StressServers&) = delete;

  std::size_t size() const { return servers_.size(); }
  std::string address(std::size_t index) const {
    return servers_[index]->address();
  }

  // Returns the number of attempts with each payload, up to its first '|'.
  std::unordered_map<std::string, int> AttemptsByPayload();
  int AttemptsOf(const std::string& payload);

 private:
  ScriptStep StepFor(const SeenAttempt& attempt, std::mt19937_64& dice);
  void Restart(uint64_t seed);

  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;                      // guarded by mutex_
  std::unordered_map<std::string, int> seen_;  // guarded by mutex_
  std::vector<std::unique_ptr<ScriptedServer>> servers_;
  std::thread restarter_;
};

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_STRESS_SERVERS_H_
