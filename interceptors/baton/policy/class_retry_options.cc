// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/class_retry_options.h"

#include "baton/policy/defaults.h"

namespace baton {

ClassRetryOptions ClassRetryOptions::Throttled() {
  ClassRetryOptions options;
  options.backoff.initial = defaults::kThrottledBackoffInitial;
  options.backoff.max = defaults::kThrottledBackoffMax;
  options.backoff.multiplier = defaults::kThrottledBackoffMultiplier;
  return options;
}

ClassRetryOptions ClassRetryOptions::Contention() {
  ClassRetryOptions options;
  options.backoff.initial = defaults::kContentionBackoffInitial;
  options.backoff.max = defaults::kContentionBackoffMax;
  options.backoff.multiplier = defaults::kContentionBackoffMultiplier;
  options.max_time = defaults::kContentionMaxTime;
  return options;
}

}  // namespace baton
