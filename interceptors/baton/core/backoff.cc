// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/backoff.h"

#include <algorithm>

namespace baton::core {

BackoffOptions BackoffOptions::Throttled() {
  BackoffOptions options;
  options.initial = defaults::kThrottledBackoffInitial;
  options.max = defaults::kThrottledBackoffMax;
  options.multiplier = defaults::kThrottledBackoffMultiplier;
  return options;
}

absl::Duration BackoffCeiling(const BackoffOptions& options, int retry) {
  // Grants are single digits, so that the loop is short and saturates early.
  absl::Duration ceiling = options.initial;
  for (int i = 1; i < retry && ceiling < options.max; ++i) {
    ceiling *= options.multiplier;
  }
  return std::min(ceiling, options.max);
}

absl::Duration DrawBackoff(const BackoffOptions& options, int retry,
                           UniformSource& random) {
  return BackoffCeiling(options, retry) * random.Next();
}

absl::Duration DrawDemandedWait(absl::Duration demanded, double jitter_ratio,
                                UniformSource& random) {
  return demanded * (1 + jitter_ratio * random.Next());
}

}  // namespace baton::core
