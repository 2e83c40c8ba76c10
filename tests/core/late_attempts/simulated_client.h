// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_LATE_ATTEMPTS_SIMULATED_CLIENT_H_
#define BATON_TESTS_CORE_LATE_ATTEMPTS_SIMULATED_CLIENT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/time/time.h"
#include "baton/core/decision/attempt_admission.h"
#include "baton/core/decision/retry_decider.h"
#include "baton/core/limits/method_latency.h"
#include "baton/core/limits/newest_answer.h"
#include "baton/core/limits/process_budget.h"
#include "baton/core/limits/retry_breakers.h"
#include "baton/policy/policy.h"
#include "baton/status_classifier.h"
#include "tests/core/late_attempts/draws.h"
#include "tests/core/late_attempts/replica.h"
#include "tests/core/late_attempts/world.h"
#include "tests/core/scenarios/event_loop.h"

namespace baton::late_attempts {

enum class Strategy {
  kNoRetries,
  kBaton,
  // Baton with a planted defect: every late attempt counts as overtaken.
  kIgnoresOvertaking,
  // Baton with a planted defect: every target counts as dropping cancelled
  // work.
  kIgnoresKeptWork,
};

// The result of one call.
struct CallResult {
  absl::Duration started;
  bool succeeded = false;
  int attempts = 0;
};

// A client process: the state that its calls share.
struct Client {
  // `policy` must outlive the client. `seed` is the seed of its jitter.
  Client(Strategy client_strategy, const Policy& policy, std::size_t replica,
         uint64_t seed);

  const Strategy strategy;
  const MethodPolicy& method;
  const StatusClassifier classifier;
  core::ProcessBudget budget;
  core::MethodBreaker method_breaker;
  core::RetryBreaker target_breaker{core::RetryBreaker::kOfTarget};
  std::atomic<int> methods{1};
  core::MethodAccount account{methods};
  core::NewestAnswer newest_answer;
  core::MethodLatency latency;
  const core::RetryDecider decider;
  Draws jitter;
  // Round robin over the replicas.
  std::size_t next_replica;
  // Set by the latest answer.
  bool target_drops_cancelled_work = false;

  core::RetryBreakers breakers() { return {method_breaker, target_breaker}; }
  core::TargetLimits limits() { return {budget, breakers(), &account}; }
};

// The objects that all calls of a run share.
struct CallContext {
  const World& world;
  scenarios::EventLoop& loop;
  std::vector<std::unique_ptr<Replica>>& replicas;
};

// Starts a call of `client`. `seed` determines the work of its attempts. The
// arguments must outlive the run. Sets `result` when the call ends.
void StartCall(const CallContext& context, Client& client, uint64_t seed,
               CallResult& result);

}  // namespace baton::late_attempts

#endif  // BATON_TESTS_CORE_LATE_ATTEMPTS_SIMULATED_CLIENT_H_
