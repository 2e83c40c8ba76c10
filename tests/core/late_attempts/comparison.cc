// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/late_attempts/comparison.h"

#include <cmath>
#include <cstddef>

#include "tests/core/late_attempts/simulation.h"

namespace baton::late_attempts {

double Comparison::StandardError() const {
  if (calls == 0) return 0;
  return 100 * std::sqrt(static_cast<double>(gained + lost)) /
         static_cast<double>(calls);
}

void Comparison::Add(const CallResult& call, bool plain_succeeded) {
  ++calls;
  attempts += call.attempts;
  plain_successes += plain_succeeded ? 1 : 0;
  successes += call.succeeded ? 1 : 0;
  gained += call.succeeded && !plain_succeeded ? 1 : 0;
  lost += !call.succeeded && plain_succeeded ? 1 : 0;
}

Comparisons Compare(const Cell& cell, Strategy strategy) {
  Comparisons comparisons;
  for (int run = 0; run < cell.seeds; ++run) {
    const auto seed = static_cast<uint64_t>(cell.first_seed + run);
    const Results plain = Simulate(cell.world, Strategy::kNoRetries, seed);
    const Results results = Simulate(cell.world, strategy, seed);
    for (std::size_t i = 0; i < results.size(); ++i) {
      const CallResult& call = results[i];
      if (call.started < cell.failure.from) continue;
      const bool plain_succeeded = plain[i].succeeded;
      comparisons.all.Add(call, plain_succeeded);
      if (call.started < cell.failure.to) {
        comparisons.failure.Add(call, plain_succeeded);
      } else {
        comparisons.afterwards.Add(call, plain_succeeded);
      }
    }
  }
  return comparisons;
}

}  // namespace baton::late_attempts
