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

namespace baton::weather {

// Who retries in the stack.
enum class Contender { kNoRetries, kPlainLoop, kGrpcThrottle, kBaton };

inline constexpr Contender kContenders[] = {
    Contender::kNoRetries, Contender::kPlainLoop, Contender::kGrpcThrottle,
    Contender::kBaton};

const char* NameOf(Contender contender);

// What befalls the store.
enum class Weather {
  kOutage,    // from `from` to `to` it fails everything at once
  kFlaky,     // from `from` to `to` it fails 30 % of the requests
  kOverload,  // from `from` to `to` it stands still
};

struct Experiment {
  Weather weather = Weather::kOutage;
  // The load and the size of the stack. The store can do 100 requests/s.
  double requests_per_second = 70;
  int layers = 5;
  absl::Duration deadline = absl::Seconds(1);
  Store::Options store;
  absl::Duration from = absl::Seconds(10);
  absl::Duration to = absl::Seconds(70);
  // From `to` to then it fails 30 % of the requests, if that is later.
  absl::Duration flaky_until = absl::ZeroDuration();
  absl::Duration length = absl::Seconds(90);
  // For Baton; each layer is its own process with this policy. Calls are known
  // to be idempotent.
  Policy policy;
  uint64_t seed = 1;
};

// One request of a user, after the fact.
struct RequestResult {
  absl::Duration started;
  bool succeeded = false;
};

// What happened in one run.
struct Result {
  std::vector<RequestResult> requests;  // by start
  // Requests that reached the store, by second since the start.
  std::vector<int64_t> store_load;

  // Over the requests that started in [from, to).
  double SuccessShare(absl::Duration from, absl::Duration to) const;
  // Requests at the store for each request of a user.
  double LoadFactor(absl::Duration from, absl::Duration to) const;
  // How long after `since` until 99 % of the requests of each later second
  // succeed; infinite if that never comes.
  absl::Duration RecoveredAfter(absl::Duration since) const;
};

// Runs it. The same experiment and contender give the same result every time.
Result Simulate(const Experiment& experiment, Contender contender);

}  // namespace baton::weather

#endif  // BATON_TESTS_CORE_SCENARIOS_EXPERIMENT_H_
