// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_SCENARIOS_EXPERIMENT_H_
#define BATON_TESTS_CORE_SCENARIOS_EXPERIMENT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "baton/policy/policy.h"
#include "tests/core/scenarios/store.h"

namespace baton::scenarios {

// The retry strategy of the stack.
enum class Contender { kNoRetries, kPlainLoop, kGrpcThrottle, kBaton };

inline constexpr Contender kContenders[] = {
    Contender::kNoRetries, Contender::kPlainLoop, Contender::kGrpcThrottle,
    Contender::kBaton};

const char* NameOf(Contender contender);

// The failure scenario of the store.
enum class Scenario {
  kOutage,    // from `from` to `to` the store fails every request
  kFlaky,     // from `from` to `to` the store fails 30 % of the requests
  kOverload,  // from `from` to `to` the store stalls
};

struct Experiment {
  Scenario scenario = Scenario::kOutage;
  // The load and the size of the stack. The store can do 100 requests/s.
  double requests_per_second = 70;
  int layers = 5;
  absl::Duration deadline = absl::Seconds(1);
  Store::Options store;
  absl::Duration from = absl::Seconds(10);
  absl::Duration to = absl::Seconds(70);
  // The store fails 30 % of the requests from `to` to this time, if it is later
  // than `to`.
  absl::Duration flaky_until = absl::ZeroDuration();
  absl::Duration length = absl::Seconds(90);
  // Used by Baton only. Each layer is its own process with this policy. All
  // calls are idempotent.
  Policy policy;
  uint64_t seed = 1;
};

// The result of one request of a user.
struct RequestResult {
  absl::Duration started;
  bool succeeded = false;
};

// The results of one run.
struct Result {
  std::vector<RequestResult> requests;  // by start
  // Requests that reached the store, by second since the start.
  std::vector<int64_t> store_load;

  // Returns the ratio of successes among the requests that started in [from,
  // to).
  double SuccessRatio(absl::Duration from, absl::Duration to) const;
  // Returns the requests at the store for each request of a user.
  double LoadFactor(absl::Duration from, absl::Duration to) const;
  // Returns the time from `since` until 99 % of the requests of each later
  // second succeed. Infinite if that never happens.
  absl::Duration RecoveredAfter(absl::Duration since) const;
};

// Runs the experiment. Deterministic for the same experiment and contender.
Result Simulate(const Experiment& experiment, Contender contender);

}  // namespace baton::scenarios

#endif  // BATON_TESTS_CORE_SCENARIOS_EXPERIMENT_H_
